// The settings of notices: this browser subscribes to what happens, once its owner asks for it.
const place = document.querySelector("[data-push-key]");
const button = place?.querySelector("[data-push-on]");
const says = place?.querySelector("[data-push-says]");

function say(name) {
  says.textContent = says.dataset[name];
}

function bytes(text) {
  const raw = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(raw, (letter) => letter.charCodeAt(0));
}

async function subscribe() {
  const registration = await navigator.serviceWorker.register(place.dataset.pushWorker);
  await navigator.serviceWorker.ready;
  const earlier = await registration.pushManager.getSubscription();
  await earlier?.unsubscribe(); // the site's key may have changed since
  return registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: bytes(place.dataset.pushKey),
  });
}

async function tellSite(subscription) {
  const { endpoint, keys } = subscription.toJSON();
  const body = new FormData();
  for (const [name, value] of Object.entries({ endpoint, p256dh: keys.p256dh, auth: keys.auth })) body.set(name, value);
  body.set("csrfmiddlewaretoken", document.querySelector("[name=csrfmiddlewaretoken]").value);
  const answer = await fetch(place.dataset.pushAdd, { method: "POST", body });
  if (!answer.ok) throw new Error(answer.statusText);
}

async function turnOn() {
  button.disabled = true;
  try {
    if ((await Notification.requestPermission()) !== "granted") return say("denied");
    await tellSite(await subscribe());
    location.reload();
  } catch {
    say("failed");
  } finally {
    button.disabled = false;
  }
}

if (place) {
  const can = "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
  if (can) {
    button.hidden = false;
    button.addEventListener("click", turnOn);
  } else {
    say("cannot");
  }
}
