/** How the benchmark prints its figures. */

export function megabytes(bytes: number): string {
  return `${(bytes / 1024 / 1024).toFixed(1)} MiB`
}

export function row(name: string, figure: string, target = ''): void {
  console.log(`    ${name.padEnd(18)}${figure.padStart(12)}   ${target}`.trimEnd())
}
