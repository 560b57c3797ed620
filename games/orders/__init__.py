"""What a seat says in advance, and what follows from it: values and functions, without Django.

An order answers on what its seat may know and on nothing else, so that it can tell nobody more than its owner could.
"""
