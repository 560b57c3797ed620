"""Pages and partials: they fetch, call and answer."""
