// Asks the worker. Solving never happens in the page itself, so the page always reacts.

import { text } from "./text.js";

/** After this time a computation is ended, in milliseconds. */
const LIMIT = 10_000;

/** The message for people if a question has no answer: its text was invalid, it took too long, or it was ended. */
export class Refusal extends Error {
  constructor(message, place = undefined) {
    super(message);
    this.place = place;
  }
}

let worker;
/** The question that the page waits for, and the timer of its computation. A worker without one is idle. */
let question;

/** How long the last answer took in the worker, in milliseconds. */
export const timing = { took: 0 };

function start() {
  worker = new Worker("worker.js", { type: "module" });
  worker.addEventListener("message", ({ data: { hasBegun, answer, failure, took } }) => {
    if (hasBegun) {
      question.timer = setTimeout(() => end(text.tookTooLong(LIMIT / 1000)), LIMIT);
      return;
    }
    if (failure !== undefined) return end(text.failed(failure));
    timing.took = took;
    const { resolve, reject } = close();
    if (answer.Err) reject(new Refusal(answer.Err.message, answer.Err.place));
    else resolve(answer.Ok ?? answer);
  });
  worker.addEventListener("error", () => end(text.cannotStart));
}

/** No longer waits for the question, which it returns. */
function close() {
  const closed = question;
  clearTimeout(closed?.timer);
  question = undefined;
  return closed;
}

/** Ends the worker, and what it computes; the next question starts another. */
export function end(message = text.ended) {
  worker?.terminate();
  worker = undefined;
  close()?.reject(new Refusal(message));
}

/** Forgets the question that has no answer yet: it never gets one, so what waits for it does not continue. */
export function forget() {
  if (close()) end();
}

/** The answer of a function of the module, or a Refusal. A question replaces the one before it. */
export function ask(name, ...parameters) {
  forget();
  if (!worker) start();
  return new Promise((resolve, reject) => {
    question = { resolve, reject };
    worker.postMessage({ name, parameters });
  });
}

// At once, while the rest of the page is loaded.
start();
