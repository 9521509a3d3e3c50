// All that the page says, in one place. What is wrong with a position or an output is said by the programs' own code.

const list = (items) => (items.length > 1 ? `${items.slice(0, -1).join(", ")} and ${items.at(-1)}` : String(items[0]));
const count = (number, noun) => `${number} ${noun}${number === 1 ? "" : "s"}`;
const SIGNS = { "#": "the blue L", "*": "the orange L", x: "neutral piece", ".": "empty" };

export const text = {
  title: "Perfect play",
  subtitle: "Three small games, solved. Look at a position, play it, or judge a program's output.",
  local: "Everything is computed in your browser; nothing is sent anywhere.",
  games: { treblecross: "Treblecross", "nomore-ttt": "No More", lgame: "L game" },
  chooseGame: "Game",
  chooseMode: "What to do",
  modes: { look: "Look", play: "Play", judge: "Judge" },
  rules: {
    treblecross:
      "Two players take turns to put an X into an empty cell. Three adjacent X win for the player who completes them.",
    "nomore-ttt":
      "Alice and Bob take turns to put an X or an O into an empty cell. Equal marks may not be neighbours. The " +
      "player who cannot move loses.",
    lgame:
      "Move your L to another place: turn it, flip it, as you like. Then you may move one of the two round neutral " +
      "pieces. The player who cannot move the L loses.",
  },
  starting: "Loading the solver …",
  failed: (why) => `The solver failed: ${why}. It starts again with the next question.`,
  cannotStart: "The solver could not be loaded. Check the connection and load the page again.",
  ended: "Ended. Change something to ask again.",
  tookTooLong: (seconds) => `This took more than ${seconds} seconds and was ended. The programs have no such limit.`,
  working: "Working …",
  stop: "Stop",
  wrongAt: ({ line, column }) => `Line ${line}, column ${column}: `,

  // Positions.
  board: "Board",
  asText: "As text",
  positionHint: {
    treblecross: "A dot is an empty cell. Click a cell to change it, or type here.",
    "nomore-ttt": "A dot is an empty cell, X and O are marks. Click a cell to change it, or type here.",
    lgame:
      "# is the L of the player to move (blue), * the other one (orange), x a neutral piece. Click a cell to change " +
      "it, or type here.",
  },
  keys: {
    treblecross: "Keys on the board: the arrows move, X or a dot fills the cell.",
    "nomore-ttt": "Keys on the board: the arrows move; X, O or a dot fills the cell.",
    lgame: "Keys on the board: the arrows move; #, *, x or a dot fills the cell.",
  },
  pointAt: "Point at a cell, or move there by keys, to see what a move there leaves.",
  longer: "One cell more",
  shorter: "One cell less",
  clear: "Empty it",
  random: "Random",
  copyLink: "Copy link",
  copied: "Copied",
  notCopied: "Copy it from the address bar",
  playFromHere: "Play from here",

  // Rows.
  cell: (index, sign) => `Cell ${index}, ${sign === "." ? "empty" : sign}`,
  rowMove: ({ mark, wins, completes, leaves }, both) =>
    (both ? `${mark} ` : "") +
    (completes ? "completes three" : wins ? "wins" : leaves ? "is safe, but loses" : "is suicide"),
  rowMoveNoMore: ({ mark, wins }) => `${mark} ${wins ? "wins" : "loses"}`,
  dead: "dead: no mark fits",
  win: { treblecross: "The player to move wins", "nomore-ttt": (who) => `${who} is to move and wins` },
  loss: { treblecross: "The player to move loses", "nomore-ttt": (who) => `${who} is to move and loses` },
  winningCells: (moves) =>
    moves.length > 12
      ? `${moves.length} moves win.`
      : moves.length === 1
        ? `One move wins: ${moves[0]}.`
        : `${moves.length} moves win: ${list(moves)}.`,
  noWinningCells: "Every move loses.",
  marksCount: (marks, who) =>
    `${count(marks, "mark")} on the board, an ${marks % 2 ? "odd" : "even"} number, so it is ${who}'s turn.`,
  cannotMove: (who) => `${who} cannot move, and so loses.`,
  whyThree:
    "Two X are so close together that one more completes three. Every other move lets the opponent complete them.",
  whyStrips: {
    treblecross:
      "An X within two cells of another lets the opponent complete three: suicide. The other empty cells form " +
      "strips, and the player who finds no safe cell there loses.",
    "nomore-ttt":
      "The marks cut the empty cells into strips, and what happens on one changes nothing on another. The player " +
      "who cannot move on any of them loses.",
  },
  nimbers:
    "A strip is worth as much as a heap of nim. Its nimber is the smallest number that none of its moves leaves, " +
    "where a move leaves the xor of the two parts. To xor numbers, write each as a sum of different powers of two, " +
    "and cancel equal powers in pairs: 3 xor 5 = (2 + 1) xor (4 + 1) = 2 + 4 = 6. The nim-sum is the xor of all " +
    "nimbers.",
  noStrips: "There is no safe cell: every move is suicide.",
  fullBoard: "The board is full.",
  nimSum: "Nim-sum",
  sum: (values, sum) =>
    values.length > 16
      ? `the xor of ${values.length} nimbers is ${sum}`
      : values.length > 1
        ? `${values.join(" xor ")} = ${sum}`
        : String(sum),
  zero: "It is zero. Whatever the player to move does, the opponent makes it zero again. The player to move loses.",
  notZero: "It is not zero. Whoever makes it zero wins, and the player to move can.",
  why: "Why",
  stripHeads: ["cells", "length", "nimber"],
  stripHeadsEnds: ["cells", "length", "between", "nimber"],
  cells: (first, length) => (length === 1 ? `${first}` : `${first} to ${first + length - 1}`),
  between: ({ left, right }) => `${left} and ${right}`,
  winningMoves: "Winning moves",
  allMoves: "All moves, and what each leaves",
  moveHeads: ["move", "on cells", "leaves", "nimber", "other strips", "result"],
  move: ({ cell, mark }, both) => (both ? `${mark} in ${cell}` : `${cell}`),
  part: ({ length, ends }) => (ends ? `${ends.left}${length}${ends.right}`.replaceAll("edge", "|") : `${length}`),
  leaves: ({ parts }) =>
    parts[0].ends
      ? `${text.part(parts[0])} and ${text.part(parts[1])}`
      : `${parts[0].length} and ${count(parts[1].length, "cell")}`,
  partsHelp: "X2| is a strip of two cells between an X and the edge.",
  xor: ({ parts, nimber }) => `${parts[0].nimber} xor ${parts[1].nimber} = ${nimber}`,
  wins: "wins",
  loses: "loses",
  three: (first) => `completes ${first} to ${first + 2}`,
  suicide: "suicide: the opponent completes three",
  detail: (move, both) => {
    const what = `${move.mark} in cell ${move.cell}`;
    if (move.completes) return `${what} completes three, cells ${text.cells(move.completes, 3)}, and wins.`;
    if (!move.leaves) return `${what} is suicide: the opponent completes three.`;
    const { nimber, others } = move.leaves;
    const left =
      `${what} leaves ${text.leaves(move.leaves)}: ${text.xor(move.leaves)}; the other strips have ` + `${others}.`;
    const equal = "Both are equal, so the nim-sum is zero: it wins.";
    return `${left} ${nimber === others ? equal : "They differ, so the opponent can make the nim-sum zero: it loses."}`;
  },
  legend: {
    treblecross: { win: "wins", lose: "safe, but loses", danger: "suicide" },
    "nomore-ttt": { win: "wins", lose: "loses", dead: "no mark fits" },
  },

  // The L game.
  square: (index, sign) => `Row ${Math.floor(index / 4) + 1}, column ${(index % 4) + 1}, ${SIGNS[sign] ?? sign}`,
  lName: { "#": "The blue L", "*": "The orange L" },
  value: ({ outcome, plies }) =>
    outcome === "draw"
      ? "A draw"
      : outcome === "win"
        ? "Blue is to move and wins"
        : plies === 0
          ? "Blue cannot move, and has lost"
          : "Blue is to move and loses",
  distance: ({ outcome, plies }) =>
    outcome === "draw"
      ? "Neither player can force a win, and play can go on forever."
      : plies === 1
        ? "It wins with this move."
        : plies
          ? `The game ends after ${plies} moves, counting both players.`
          : "There is no legal move.",
  tally: ({ win, draw, loss }) => `Of ${count(win + draw + loss, "move")}, ${win} win, ${draw} draw and ${loss} lose.`,
  winningSquares: (moves) => `Winning moves: ${moves}`,
  drawingSquares: (moves) => `Moves that keep the draw: ${moves}`,
  slowestSquares: (moves) => `Moves that lose latest: ${moves}`,
  inPlies: ({ plies }) =>
    plies === undefined || plies === null ? "draws" : plies === 1 ? "wins now" : `${plies} moves`,
  showAll: (number) => `Show all ${number}`,
  line: "Best play by both, step by step",
  first: "First",
  back: "Back",
  next: "Next",
  last: "Last",
  step: (step, steps) =>
    step === 0 ? `Now; ${count(steps, "move")} to come` : `Move ${step} of ${steps}: ${step % 2 ? "blue" : "orange"}`,
  stuck: (who) => `${who === "#" ? "Blue" : "Orange"} cannot move any more.`,

  // Playing.
  youBegin: "Who begins",
  you: "You",
  opponent: "The perfect player",
  newGame: "New game",
  cellsOfBoard: "Cells",
  emptyBoard: "New empty board",
  takeBack: "Take back",
  hint: "Hint",
  markToPut: "Your mark",
  yourTurn: {
    treblecross: () => "Your turn: choose a cell.",
    "nomore-ttt": (who) => `Your turn, as ${who}: choose a cell.`,
  },
  thinking: "The perfect player moves …",
  played: (who, move) => `${who === "you" ? "You" : "The perfect player"}: ${move}.`,
  youWin: "You win.",
  youLose: "The perfect player wins.",
  overThree: (cell) => `Cells ${cell} to ${cell + 2} are three adjacent X.`,
  overStuck: (you) => (you ? "You cannot move any more." : "The perfect player cannot move any more."),
  repetition: "A draw: this position is on the board for the third time with the same player to move.",
  hintReason: ({ wins, completes, leaves }, strips, both) =>
    !wins
      ? `Every move loses against a perfect player.${both || !leaves ? "" : " This one is not suicide, at least."}`
      : completes
        ? "Three adjacent X: it wins at once."
        : leaves.parts.every(({ length }) => length === 0) && strips === 1
          ? both
            ? "It leaves no cell: the opponent cannot move."
            : "It leaves no safe cell: whatever the opponent does, you complete three next."
          : strips === 1 && !both && leaves.parts[0].length === leaves.parts[1].length
            ? "It leaves two equal parts: whatever the opponent does in one, you do in the other."
            : "It leaves a balance. Every move of the opponent upsets it, and you can restore it.",
  hinted: (move, reason) => `${move.mark} in cell ${move.cell}. ${reason}`,
  moves: "Moves",
  lKeys: "Drag your L, or use the arrow keys; T or the button turns it, F flips it. Enter puts it down.",
  turn: "Turn",
  flip: "Flip",
  place: "Put the L here",
  placeFirst: "Your turn: move the blue L to another place.",
  notThere: "The L does not fit here, or has not moved.",
  fits: "The L fits here.",
  neutral: "Now you may move one neutral piece: choose it, then an empty cell. Or leave both.",
  neutralTo: "Choose an empty cell for it.",
  leave: "Leave them",
  hintL: ({ outcome, plies }) =>
    outcome === "win"
      ? `The marked move wins after ${count(plies, "move")}.`
      : outcome === "draw"
        ? "The marked move keeps the draw. Nobody can force more."
        : "Every move loses; the marked one lasts longest.",
  lMove: (neutral) => (neutral ? "the L and a neutral piece" : "the L"),

  // Judging.
  judge: "Judge",
  compare: "White space",
  comparisons: {
    exact: "exact: all of it counts",
    lines: "lines: not at the ends of lines",
    tokens: "tokens: none of it counts",
  },
  byJudge: "as the judge does",
  input: "Input",
  output: "Output of a program",
  open: "Open a file",
  pasteHelp: (most) =>
    `At most ${most / 2 ** 20} MiB each. A browser makes plain newlines of all line ends that are pasted; open a ` +
    `file to judge it byte for byte.`,
  opened: (name, bytes) => `${name}, ${count(bytes, "byte")}`,
  longText: "A long text",
  beginning: "only its beginning is shown",
  remove: "Remove it",
  makeInput: "Random input",
  seed: "Seed",
  caseCount: "Cases",
  size: (unit) => `Size, in ${unit}s`,
  sizeHelp: ({ start, end }) => (start === end ? `always ${start}` : `${start} to ${end}, or nothing`),
  make: "Make it",
  rightAnswer: "Put the right answer there",
  judgeIt: "Judge it",
  verdict: ({ verdict, words }) => `${verdict}: ${words}`,
  accepted: "The output is right.",
  tooLong: (bytes, most) => `${bytes} bytes; at most ${most} are judged here. The programs take any number.`,
};
