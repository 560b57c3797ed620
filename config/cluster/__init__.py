"""`make cluster`: the whole site on one machine, many processes with servers of their own, to try and to show."""
