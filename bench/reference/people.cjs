// node people.cjs PORT TABLES PACE SECONDS: four people at each table; whoever is asked bids, all note when they saw it.
// Prints one line of JSON: moves, and the milliseconds after which each browser had each of them.
const { Client } = require("boardgame.io/client");
const { SocketIO } = require("boardgame.io/multiplayer");
const { Game } = require("./game.cjs");

const [port, tables, pace, seconds] = process.argv.slice(2).map(Number);
const server = `http://127.0.0.1:${port}`;
const pushes = [];
const errors = [];
let moves = 0;
const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

// The server makes a table when somebody comes to one that it does not know.
function open(number) {
  const people = ["0", "1", "2", "3"].map((playerID) =>
    Client({ game: Game, matchID: `table-${number}`, numPlayers: 4, playerID, debug: false, multiplayer: SocketIO({ server }) }),
  );
  for (const person of people) person.start();
  return people;
}

async function play(people, until) {
  for (let amount = 1; Date.now() < until; amount += 1) {
    const began = performance.now();
    const acting = people[Number(people[0].getState().ctx.currentPlayer)];
    const all = people.map(
      (person) =>
        new Promise((resolve) => {
          const stop = person.subscribe((state) => {
            if (state?.G.bid !== amount || (person === acting && state._stateID < amount)) return;
            stop();
            pushes.push(performance.now() - began);
            resolve();
          });
        }),
    );
    acting.moves.bid(amount);
    const late = await Promise.race([Promise.all(all), pause(10_000).then(() => "late")]);
    if (late === "late") errors.push("a move was not seen by all");
    moves += 1;
    await pause(Math.max(0, 1000 / pace - (performance.now() - began)));
  }
}

(async () => {
  const everybody = [];
  for (let table = 0; table < tables; table += 1) everybody.push(open(table));
  while (everybody.flat().some((person) => !person.getState()?.isConnected)) await pause(50);
  await pause(1000);
  console.log(JSON.stringify({ ready: true }));
  const until = Date.now() + seconds * 1000;
  await Promise.all(everybody.map(async (people) => {
    await pause((Math.random() * 1000) / pace);
    await play(people, until);
  }));
  // Whoever leaves before all is written cuts a long line off.
  process.stdout.write(`${JSON.stringify({ moves, pushes, errors })}\n`, () => process.exit(0));
})();
