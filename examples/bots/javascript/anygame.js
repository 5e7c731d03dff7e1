#!/usr/bin/env node
// A bot for every game but CodeKeeper: it picks one of the legal choices with dice of its own.
"use strict";

const lines = require("node:readline").createInterface({ input: process.stdin });
let dice = 1;

lines.on("line", (line) => {
  const message = JSON.parse(line);
  if (message.hello) {
    // Dice from the number that the referee hands out: the same match again gives the same choices.
    dice = (message.hello.dice % 2147483646) + 1;
  } else if (message.view) {
    // What this seat sees: think here.
  } else if (message.legal) {
    dice = (dice * 48271) % 2147483647;
    const choice = message.legal[dice % message.legal.length];
    console.log(JSON.stringify({ choice }));
  } else if (message.end) {
    lines.close();
  }
});
