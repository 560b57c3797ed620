"""The tables of allauth's settings: which forms stand in for its own, and how often anything may be tried."""

from typing import Final

FORMS: Final = {
    "signup": "accounts.entrance.forms.signup.SignupForm",
    "login": "accounts.entrance.forms.signup.LoginForm",
    "add_email": "accounts.entrance.forms.labels.AddEmailForm",
    "change_password": "accounts.entrance.forms.labels.ChangePasswordForm",
    "set_password": "accounts.entrance.forms.labels.SetPasswordForm",
    "reset_password": "accounts.entrance.forms.labels.ResetPasswordForm",
    "reset_password_from_key": "accounts.entrance.forms.labels.ResetPasswordKeyForm",
    "reauthenticate": "accounts.entrance.forms.labels.ReauthenticateForm",
}
FACTOR_FORMS: Final = {
    "authenticate": "accounts.entrance.forms.labels.AuthenticateForm",
    "reauthenticate": "accounts.entrance.forms.labels.ReauthenticateByFactorForm",
    "activate_totp": "accounts.entrance.forms.labels.ActivateAppForm",
}
RATE_LIMITS: Final = {
    "login": "30/m/ip",
    # Slows down guessers without locking owners out: the first key is account and address together; the second
    # is the account, and a browser in which its owner logged in before is no stranger. Both are counted for what was
    # typed and for the person, whom a name and an e-mail address may mean.
    "login_failed": "20/m/ip,5/5m/key",
    "login_failed_by_strangers": "60/h/key",
    "login_failed_for_person": "5/5m/key",
    "login_failed_for_person_by_strangers": "60/h/key",
    "signup": "10/m/ip,60/h/ip",
    "welcome_guest": "10/m/ip,60/h/ip",
    "reset_password": "20/m/ip,5/10m/key",
    "confirm_email": "1/m/key",
    "rename": "3/d/user",
    "zone": "6/h/user",
    "take_out": "5/h/user",
    "notice_ways": "30/h/user",
    "export_matches": "20/h/ip",
    "import_record": "60/h/user",
    "ask_analysis": "30/h/user",
    "answer_problem": "60/h/ip",
}
