// A match against the perfect player: the positions so far, whose turn it is, and how it ended.

import { button, h, labelled } from "./dom.js";
import { text } from "./text.js";

/** @typedef {{ position: string, isYours: boolean, move: any }} Turn A position, and the move that led to it. */

export class Match {
  /**
   * @param {object} game
   * @param {string} game.begin The first position.
   * @param {(position: string) => void} game.change Told of a new first position.
   * @param {(turn: Turn) => Promise<any>} game.look What the solver says of a position.
   * @param {(match: Match) => { sign: string, said: string } | undefined} game.ending How the match has ended, if its
   *   positions alone say so.
   * @param {(seen: any) => { position: string, move: any }} game.reply What the perfect player does.
   * @param {(move: any) => string} game.describe A move in the list of all.
   * @param {(match: Match) => void} game.draw Draws the board.
   * @param {(match: Match) => string} game.prompt What you are told when it is your turn.
   */
  constructor(game) {
    this.game = game;
    /** @type {Turn[]} */
    this.history = [{ position: game.begin, isYours: true, move: undefined }];
    /** What the solver says of the position, once it has. */
    this.seen = undefined;
    /** @type {{ sign: string, said: string } | undefined} */
    this.over = undefined;
    /** The move that was asked for as a hint. */
    this.hinted = undefined;
    this.said = h("p", { class: "turn", role: "status" });
    this.why = h("p", { class: "why", "aria-live": "polite" });
    this.message = h("div", { role: "alert" });
    this.log = h("ol", { class: "log" });
    this.side = h(
      "select",
      { onchange: () => this.restart() },
      h("option", { value: "you" }, text.you),
      h("option", { value: "opponent" }, text.opponent),
    );
  }

  get now() {
    return this.history.at(-1);
  }

  /** Whether you may move: not before the solver has said which moves there are. */
  get isYourTurn() {
    return this.now.isYours && !this.over && this.seen !== undefined;
  }

  /** Plays a move of either player. */
  play({ position, move }) {
    this.history.push({ position, move, isYours: !this.now.isYours });
    return this.turn();
  }

  /** Asks about the position, and moves if it is the perfect player's turn. */
  async turn() {
    Object.assign(this, { seen: undefined, hinted: undefined, over: this.game.ending(this) });
    this.why.replaceChildren();
    this.draw();
    if (this.over) return;
    try {
      this.seen = await this.game.look(this.now);
      this.message.replaceChildren();
    } catch (error) {
      this.message.replaceChildren(h("p", { class: "message wrong" }, error.message));
      return;
    }
    const { isYours } = this.now;
    if (this.seen.moves.length === 0) this.over = ending(!isYours, text.overStuck(isYours));
    else if (!isYours) return this.play(this.game.reply(this.seen));
    this.draw();
  }

  /** Marks a move, and says why. */
  hint(move, ...reasons) {
    this.hinted = move;
    this.why.replaceChildren(...reasons);
    this.draw();
  }

  draw() {
    this.game.draw(this);
    this.said.className = this.over ? `turn over ${this.over.sign}` : "turn";
    const prompt = () => (this.now.isYours ? (this.seen ? this.game.prompt(this) : "") : text.thinking);
    this.said.textContent = this.over?.said ?? prompt();
    const played = this.history.slice(1);
    this.log.replaceChildren(
      ...played.map(({ isYours, move }) =>
        h("li", {}, text.played(isYours ? "opponent" : "you", this.game.describe(move))),
      ),
    );
  }

  /** Takes back what was played, up to your last move. */
  takeBack() {
    if (this.history.length < 2) return;
    do this.history.pop();
    while (!this.now.isYours && this.history.length > 1);
    this.turn();
  }

  restart(position = this.history[0].position) {
    this.history = [{ position, isYours: this.side.value === "you", move: undefined }];
    this.game.change(position);
    this.turn();
  }

  /** The buttons of every match. */
  controls() {
    return [button(text.takeBack, () => this.takeBack()), button(text.newGame, () => this.restart())];
  }

  whoBegins() {
    return labelled(text.youBegin, this.side);
  }

  moves() {
    return h("section", {}, h("h2", {}, text.moves), this.log);
  }
}

/** The end of a match that somebody has won. */
export function ending(youWin, reason) {
  return { sign: youWin ? "win" : "lose", said: `${youWin ? text.youWin : text.youLose} ${reason}` };
}
