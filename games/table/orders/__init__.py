"""What a seat orders beforehand, as its owner alone sees and edits it: values, what browsers send, drawing."""
