/**
 * Loaded before the service: each SIGUSR2 puts its clock three hours forward, then three hours back, then right again.
 * The embedded database tells its time by it, too.
 */
const HOUR_MS = 3_600_000
const SHIFTS_MS = [0, 3 * HOUR_MS, -3 * HOUR_MS]

const RealDate = Date
let turn = 0
const now = () => RealDate.now() + (SHIFTS_MS[turn % SHIFTS_MS.length] as number)

globalThis.Date = new Proxy(RealDate, {
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  construct: (target, given, asked) => Reflect.construct(target, given.length === 0 ? [now()] : given, asked),
  apply: () => new RealDate(now()).toString(),
})

process.on('SIGUSR2', () => {
  turn++
  console.log(`clock ${turn}`)
})
