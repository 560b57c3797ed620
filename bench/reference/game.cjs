// A game of the same shape as ours for whoever carries it: a state of some ten kilobytes, a bid that changes a little of it.
const TILES = 93;

exports.Game = {
  name: "auction",
  minPlayers: 4,
  maxPlayers: 4,
  setup: () => ({
    bid: 0,
    leader: "0",
    money: [12, 12, 12, 12],
    bag: Array.from({ length: TILES }, (_, number) => ({ id: `tile-${number}`, kind: "actor", stars: number % 4 })),
    screenplays: Array.from({ length: 22 }, (_, number) => ({ id: `screenplay-${number}`, spaces: [[], [], [], [], []] })),
    log: [],
  }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    bid: ({ G, playerID }, amount) => {
      G.bid = amount;
      G.leader = playerID;
      G.log = [...G.log.slice(-39), { seat: playerID, amount }];
    },
  },
};
