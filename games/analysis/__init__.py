"""After a match: everybody's chances, what lots were worth, which decisions cost something."""
