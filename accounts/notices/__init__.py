"""How people are told besides by mail: on their devices and by webhook, when, and through which door out."""
