// On a phone the page comes to where play is.
