"""What changes tournaments: hosting, entering, and rounds that go on by themselves."""
