// Height of the tide at Skerry Point from its four largest constituents.
// Amplitudes in metres, phases in degrees, speeds in degrees per hour.
const CONSTITUENTS = [
  { name: "M2", amplitude: 1.38, phase: 118.0, speed: 28.9841042 },
  { name: "S2", amplitude: 0.47, phase: 162.5, speed: 30.0 },
  { name: "N2", amplitude: 0.29, phase: 95.2, speed: 28.4397295 },
  { name: "K1", amplitude: 0.11, phase: 341.8, speed: 15.0410686 },
];
const MIDDLE = 2.05;

function height(hoursSinceEpoch) {
  let metres = MIDDLE;
  for (const part of CONSTITUENTS) {
    const angle = ((part.speed * hoursSinceEpoch - part.phase) * Math.PI) / 180;
    metres += part.amplitude * Math.cos(angle);
  }
  return metres;
}

// Times of high and low water of one day, found by walking in steps of a tenth of an hour.
function turns(day) {
  const found = [];
  let before = height(day * 24 - 0.1);
  let here = height(day * 24);
  for (let step = 1; step <= 240; step += 1) {
    const next = height(day * 24 + step / 10);
    if (here > before && here >= next) found.push({ hour: (step - 1) / 10, metres: here, high: true });
    if (here < before && here <= next) found.push({ hour: (step - 1) / 10, metres: here, high: false });
    before = here;
    here = next;
  }
  return found;
}

module.exports = { height, turns };
