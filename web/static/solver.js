// Asks the worker. Solving never happens in the page itself, so the page always reacts.

import { text } from "./text.js";

/** After this time a computation is ended, in milliseconds. */
const LIMIT = 10_000;

/** The message for people if a question has no answer: its text was invalid, it took too long, or it was ended. */
export class Refusal extends Error {
  constructor({ message, line = 0, column = 0 }) {
    super(message);
    Object.assign(this, { line, column });
  }
}

let worker;
let questions = 0;
const pending = new Map();

/** How long the last answer took in the worker, in milliseconds. */
export const timing = { took: 0 };

function start() {
  worker = new Worker("worker.js", { type: "module" });
  worker.addEventListener("message", ({ data: { id, answer, failure, took } }) => {
    const question = pending.get(id);
    if (!question) return;
    if (failure !== undefined) return end(text.failed(failure));
    settle(id);
    timing.took = took;
    if (answer.Err) question.reject(new Refusal(answer.Err));
    else question.resolve(answer.Ok ?? answer);
  });
  worker.addEventListener("error", () => end(text.cannotStart));
}

function settle(id) {
  clearTimeout(pending.get(id).timer);
  pending.delete(id);
}

/** Ends what is being computed; the next question starts again. */
export function end(message = text.ended) {
  worker?.terminate();
  worker = undefined;
  const questions = [...pending];
  for (const [id, question] of questions) {
    settle(id);
    question.reject(new Refusal({ message }));
  }
}

/** The answer of a function of the module, or a Refusal. */
export function ask(name, ...parameters) {
  if (!worker) start();
  const id = ++questions;
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => end(text.tookTooLong(LIMIT / 1000)), LIMIT);
    pending.set(id, { resolve, reject, timer });
    worker.postMessage({ id, name, parameters });
  });
}

// At once, while the rest of the page is loaded.
start();
