/**
 * npm run advisories: asks the registry whether something is known against a package of the lock file. Ends with 1 where
 * there is, for what the service itself needs; what only its makers need is told. Where the registry cannot be asked,
 * nothing was judged: it says so and ends with 0, or with 1 when REQUIRE_ADVISORIES=1.
 */
import { spawnSync } from 'node:child_process'

interface Answer {
  error?: { summary?: string }
  message?: string
  metadata?: { vulnerabilities: Record<string, number> }
  vulnerabilities?: Record<string, { name: string; severity: string; range: string }>
}

const TIMEOUT_MS = 60_000

/** @returns what npm said, or why it could not be asked */
function ask(...more: string[]): Answer | { reason: string } {
  const run = spawnSync('npm', ['audit', '--json', '--package-lock-only', ...more], {
    encoding: 'utf8',
    timeout: TIMEOUT_MS,
    maxBuffer: 50_000_000,
  })
  if (run.error) return { reason: run.error.message }
  const [line = 'npm audit said nothing'] = run.stderr.split('\n').filter((text) => /\d{3} |error/i.test(text))
  try {
    const answer = JSON.parse(run.stdout) as Answer
    if (answer.metadata) return answer
    return { reason: answer.message ?? answer.error?.summary ?? line }
  } catch {
    return { reason: line }
  }
}

const all = ask()
if ('reason' in all) {
  console.log(`Not run: the registry does not say what is known against packages (${all.reason.trim()}).`)
  process.exit(process.env['REQUIRE_ADVISORIES'] === '1' ? 1 : 0)
}
const needed = ask('--omit=dev')
if ('reason' in needed) {
  console.log(`Not run: ${needed.reason.trim()}`)
  process.exit(1)
}
const inService = new Set(Object.keys(needed.vulnerabilities ?? {}))
for (const { name, severity, range } of Object.values(all.vulnerabilities ?? {})) {
  console.log(`${severity}: ${name} ${range} (${inService.has(name) ? 'the service' : 'its makers'} need it)`)
}
console.log(
  `${all.metadata?.vulnerabilities['total'] ?? 0} known, ${inService.size} of them in what the service needs.`,
)
process.exit(inService.size > 0 ? 1 : 0)
