// wasm-bindgen makes it.
declare module "*/games.js";
