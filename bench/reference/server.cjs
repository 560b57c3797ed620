// node server.cjs PORT FOLDER: boardgame.io with its storage in files.
const { Server, FlatFile } = require("boardgame.io/server");
const { Game } = require("./game.cjs");

const [port, folder] = process.argv.slice(2);
console.log = console.info = () => {};
Server({ games: [Game], origins: ["*"], db: new FlatFile({ dir: folder }) }).run(Number(port));
