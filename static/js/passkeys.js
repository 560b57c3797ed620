// Forms with data-passkey ask the browser for a passkey or security key and post what it answers.
// "add" makes a new one, "use" proves one we know of, "login" asks the server first which challenge to answer.
const bytes = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (sign) => sign.charCodeAt(0));
const text = (buffer) => btoa(String.fromCharCode(...new Uint8Array(buffer))).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
const withBytes = (keys) => keys?.map((key) => ({ ...key, id: bytes(key.id) }));

function creation(options, passwordless) {
  const { publicKey } = options;
  const selection = { ...publicKey.authenticatorSelection, residentKey: passwordless ? "required" : "discouraged", requireResidentKey: passwordless };
  if (passwordless) selection.userVerification = "required";
  return {
    ...publicKey,
    authenticatorSelection: selection,
    challenge: bytes(publicKey.challenge),
    user: { ...publicKey.user, id: bytes(publicKey.user.id) },
    excludeCredentials: withBytes(publicKey.excludeCredentials),
  };
}

function request({ publicKey }) {
  return { ...publicKey, challenge: bytes(publicKey.challenge), allowCredentials: withBytes(publicKey.allowCredentials) };
}

// What the server reads: every buffer as base64url, under the standard's own names.
function written(credential) {
  const response = {};
  for (const name of ["clientDataJSON", "attestationObject", "authenticatorData", "signature", "userHandle"]) {
    if (credential.response[name]) response[name] = text(credential.response[name]);
  }
  return JSON.stringify({
    id: credential.id,
    rawId: text(credential.rawId),
    type: credential.type,
    authenticatorAttachment: credential.authenticatorAttachment,
    clientExtensionResults: credential.getClientExtensionResults(),
    response,
  });
}

const given = () => JSON.parse(document.getElementById("passkey-options").textContent);

async function asked(form) {
  const answer = await fetch(form.action, { headers: { Accept: "application/json" } });
  if (!answer.ok) throw new Error(`The server answered ${answer.status}.`);
  return (await answer.json()).request_options;
}

const ways = {
  add: (form) => navigator.credentials.create({ publicKey: creation(given().creation_options, form.elements.passwordless?.checked ?? false) }),
  use: () => navigator.credentials.get({ publicKey: request(given().request_options) }),
  login: async (form) => navigator.credentials.get({ publicKey: request(await asked(form)) }),
};

async function answer(event) {
  event.preventDefault();
  const form = event.target;
  const trouble = form.querySelector("[data-passkey-trouble]");
  trouble.hidden = true;
  try {
    form.elements.credential.value = written(await ways[form.dataset.passkey](form));
    form.submit();
  } catch {
    trouble.textContent = trouble.dataset.passkeyTrouble; // cancelled, timed out or refused: all the same to the person
    trouble.hidden = false;
  }
}

for (const form of document.querySelectorAll("form[data-passkey]")) {
  form.addEventListener("submit", answer);
  if (window.PublicKeyCredential) form.hidden = false;
}
