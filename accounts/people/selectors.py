"""Reads about people."""

from allauth.account.models import EmailAddress
from django.db.models import Q, QuerySet
from django.shortcuts import get_object_or_404

from accounts.lookalikes import lookalike_key
from accounts.models import Block, Follow, User


def person_named(name: str) -> User:
    """Find the person whose public page this is, or answer that there is none; guests and those who left have none."""
    return get_object_or_404(_people_with_pages(), name_key=lookalike_key(name))


def find_person(name: str) -> User | None:
    """Find whoever has that name, however it is spelt; guests and those who left cannot be called."""
    return _people_with_pages().filter(name_key=lookalike_key(name.strip())).first()


def anybody_named(name: str) -> User:
    """Find whom one keeps away or lets near again: guests too, though they have no page; those who left are gone."""
    return get_object_or_404(User, left_at=None, name_key=lookalike_key(name))


def who_logs_in(login: str) -> User | None:
    """Find whose account somebody tries to enter by this name or address."""
    if "@" in login:
        address = EmailAddress.objects.filter(email=login.lower()).order_by("-verified").select_related("user").first()
        return address.user if address else None
    return User.objects.filter(name_key=lookalike_key(login)).first()


def owner_of(email: str) -> User | None:
    """Find who has confirmed this address."""
    address = EmailAddress.objects.filter(email=email.lower(), verified=True).select_related("user").first()
    return address.user if address else None


def is_blocked_between(a: User, b: User) -> bool:
    """Tell whether one of the two keeps the other away."""
    return Block.objects.filter(Q(blocker=a, blocked=b) | Q(blocker=b, blocked=a)).exists()


def blocks_of(user: User) -> QuerySet[Block]:
    """List whom somebody keeps away, the latest first."""
    return Block.objects.filter(blocker=user).select_related("blocked").order_by("-made_at")


def follows_of(user: User) -> QuerySet[Follow]:
    """List whom somebody follows, by name; those who left or are banned are not there to be followed."""
    there = Follow.objects.filter(follower=user, followed__is_active=True, followed__left_at=None)
    return there.select_related("followed").order_by("followed__name_key")


def ids_blocked_either_way(user: User) -> set[int]:
    """Collect everybody whom this person keeps away or is kept away by."""
    pairs = Block.objects.filter(Q(blocker=user) | Q(blocked=user)).values_list("blocker", "blocked")
    return {pk for pair in pairs for pk in pair} - {user.pk}


def _people_with_pages() -> QuerySet[User]:
    return User.objects.filter(is_guest=False, is_active=True, left_at=None)
