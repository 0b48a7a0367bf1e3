import { mkdirSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus } from 'node:os'
import { join } from 'node:path'
import { projectRoot } from '@rumbo/server/platform/process/project-root'

export interface Metric {
  value: number
  unit: string
  /** Such as `at least 12000`; null for a figure without an aim. */
  aim: string | null
  holds: boolean
}

export const atLeast = (value: number, unit: string, aim: number): Metric => ({
  value: rounded(value),
  unit,
  aim: `at least ${aim}`,
  holds: value >= aim,
})
export const atMost = (value: number, unit: string, aim: number): Metric => ({
  value: rounded(value),
  unit,
  aim: `at most ${aim}`,
  holds: value <= aim,
})
export const exactly = (value: number, unit: string, aim: number): Metric => ({
  value,
  unit,
  aim: `exactly ${aim}`,
  holds: value === aim,
})
export const recorded = (value: number, unit: string): Metric => ({
  value: rounded(value),
  unit,
  aim: null,
  holds: true,
})

const rounded = (value: number) => Math.round(value * 10) / 10

/** Prints a table, writes `.bench/<name>.json`, and sets a failing exit code if a target is missed. */
export function report(name: string, metrics: Record<string, Metric>): void {
  const shown = Object.entries(metrics).map(([metric, { value, unit, aim, holds }]) => ({
    metric,
    value: value.toLocaleString('en'),
    unit,
    aim: aim ?? '',
    holds: aim === null ? '' : holds ? 'yes' : 'NO',
  }))
  console.log(
    `\n${name}: Node ${process.versions.node}, ${availableParallelism()} × ${cpus()[0]?.model ?? ''}`,
  )
  console.table(shown)
  const folder = join(projectRoot(), '.bench')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, `${name}.json`), `${JSON.stringify(metrics, null, 2)}\n`)
  process.exitCode = Object.values(metrics).every(({ holds }) => holds) ? 0 : 1
}
