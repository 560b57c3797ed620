"""Acts of the trace as they are told in the reader's language; what is stored of them is their English names."""

from typing import Final

from django.utils.translation import pgettext, pgettext_lazy

DONE: Final = {
    "note": pgettext_lazy("act", "noted"),
    "claim report": pgettext_lazy("act", "claimed report"),
    "note report": pgettext_lazy("act", "noted report"),
    "close report": pgettext_lazy("act", "settled report"),
    "remove line": pgettext_lazy("act", "removed line"),
    "restore line": pgettext_lazy("act", "restored line"),
    "pause match": pgettext_lazy("act", "paused match"),
    "resume match": pgettext_lazy("act", "resumed match"),
    "end match": pgettext_lazy("act", "ended match"),
    "put AI on seat": pgettext_lazy("act", "put AI on seat"),
    "take moves back": pgettext_lazy("act", "took moves back"),
    "void match": pgettext_lazy("act", "voided match"),
    "count match": pgettext_lazy("act", "counted match"),
    "set match aside": pgettext_lazy("act", "set match aside"),
    "take match up": pgettext_lazy("act", "took match up"),
    "read secrets": pgettext_lazy("act", "read secrets"),
    "begin maintenance": pgettext_lazy("act", "began maintenance"),
    "end maintenance": pgettext_lazy("act", "ended maintenance"),
    "withdraw problem": pgettext_lazy("act", "withdrew problem"),
    "restore problem": pgettext_lazy("act", "restored problem"),
    "dissolve group": pgettext_lazy("act", "dissolved group"),
    "grant appeal": pgettext_lazy("act", "granted appeal"),
    "refuse appeal": pgettext_lazy("act", "refused appeal"),
    "ban address": pgettext_lazy("act", "banned address"),
    "lift address ban": pgettext_lazy("act", "lifted address ban"),
    "confirm factor": pgettext_lazy("act", "confirmed factor"),
    "remove factors": pgettext_lazy("act", "removed factors"),
    "delete account": pgettext_lazy("act", "deleted account"),
    "impose warning": pgettext_lazy("act", "imposed warning"),
    "impose mute": pgettext_lazy("act", "imposed mute"),
    "impose unrated": pgettext_lazy("act", "imposed unrated"),
    "impose rename": pgettext_lazy("act", "imposed rename"),
    "impose suspension": pgettext_lazy("act", "imposed suspension"),
    "impose ban": pgettext_lazy("act", "imposed ban"),
    "lift warning": pgettext_lazy("act", "lifted warning"),
    "lift mute": pgettext_lazy("act", "lifted mute"),
    "lift unrated": pgettext_lazy("act", "lifted unrated"),
    "lift rename": pgettext_lazy("act", "lifted rename"),
    "lift suspension": pgettext_lazy("act", "lifted suspension"),
    "lift ban": pgettext_lazy("act", "lifted ban"),
    "add announcement": pgettext_lazy("act", "added announcement"),
    "change announcement": pgettext_lazy("act", "changed announcement"),
    "delete announcement": pgettext_lazy("act", "deleted announcement"),
    "add user": pgettext_lazy("act", "added user"),
    "change user": pgettext_lazy("act", "changed user"),
    "add group": pgettext_lazy("act", "added group"),
    "change group": pgettext_lazy("act", "changed group"),
    "delete group": pgettext_lazy("act", "deleted group"),
    "add filterword": pgettext_lazy("act", "added filterword"),
    "change filterword": pgettext_lazy("act", "changed filterword"),
    "delete filterword": pgettext_lazy("act", "deleted filterword"),
    "search addressban": pgettext_lazy("act", "searched addressban"),
    "search announcement": pgettext_lazy("act", "searched announcement"),
    "search appeal": pgettext_lazy("act", "searched appeal"),
    "search block": pgettext_lazy("act", "searched block"),
    "search brainfailure": pgettext_lazy("act", "searched brainfailure"),
    "search chatline": pgettext_lazy("act", "searched chatline"),
    "search dailyproblem": pgettext_lazy("act", "searched dailyproblem"),
    "search filterword": pgettext_lazy("act", "searched filterword"),
    "search group": pgettext_lazy("act", "searched group"),
    "search maintenance": pgettext_lazy("act", "searched maintenance"),
    "search match": pgettext_lazy("act", "searched match"),
    "search playedmove": pgettext_lazy("act", "searched playedmove"),
    "search report": pgettext_lazy("act", "searched report"),
    "search sanction": pgettext_lazy("act", "searched sanction"),
    "search staffact": pgettext_lazy("act", "searched staffact"),
    "search user": pgettext_lazy("act", "searched user"),
}
# An act that is not among them is told in English; regular verbs follow the rule.
IRREGULAR: Final = {
    "add": "added",
    "ban": "banned",
    "begin": "began",
    "close": "settled",
    "put": "put",
    "read": "read",
    "set": "set",
    "take": "took",
    "withdraw": "withdrew",
}


def told(verb: str, target: str) -> str:
    """Return `paused match` for `pause match`, and `paused` where the target names what."""
    what = verb.partition(" ")[2]
    words = str(DONE.get(verb) or in_the_past(verb))
    if not target:
        return words
    said = words.removesuffix(f" {what}") if what and what in target else words
    return pgettext("an act before what it was done to", "%(act)s") % {"act": said}


def in_the_past(verb: str) -> str:
    """Return the English name of an act as something that was done."""
    act, space, what = verb.partition(" ")
    return f"{IRREGULAR.get(act) or (f'{act}d' if act.endswith('e') else f'{act}ed')}{space}{what}"
