import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { Worker } from 'node:worker_threads'
import { type Objective, planInThreads } from '@rumbo/optimizer'
import { checkPlan } from '@rumbo/optimizer/testing/checker'
import { atMost, exactly, type Metric, recorded, report } from './harness/report.ts'
import { testDataFolder } from './harness/test-data.ts'
import { readInstance } from './planning/instances.ts'

// Public instances of Solomon (VRPTW) and of Li and Lim (PDPTW), planned by the product's own threads, every plan checked
// by separate code, against the best known values.
// --quick        2 s each, a sample
// --instances=DIR  any folder of instances in either format, without best known values
// --only=solomon|li_lim_100
// --names=R103,R104  these instances alone, without aims for the whole set
// --seconds=N    of each instance, --threads=N for it (default: 10 s, 2 threads)
const { values: flags } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    instances: { type: 'string' },
    only: { type: 'string' },
    names: { type: 'string' },
    seconds: { type: 'string' },
    threads: { type: 'string', default: '2' },
  },
})
const seconds = Number(flags.seconds ?? (flags.quick ? 2 : 10))
const threads = Number(flags.threads)
const sampled = 6
const names = flags.names?.toLowerCase().split(',')
/** Aims are for whole sets. */
const isPart = flags.quick || names !== undefined

interface Known {
  best_known_cost: number
  solved_with_vehicles: number
}

const thread = JSON.stringify(pathToFileURL(join(import.meta.dirname, 'planning/thread.ts')).href)
const createThread = () =>
  new Worker(`import('tsx/esm/api').then(({ register }) => { register(); return import(${thread}) })`, {
    eval: true,
  })

async function plan(folder: string, file: string, objective: Objective) {
  const { problem } = readInstance(join(folder, file))
  const startedAt = performance.now()
  const found = await planInThreads(problem, { objective, seconds, seed: 1 }, { threads, createThread })
  const errors = [...checkPlan(problem, found.plan), ...(found.failure ? [found.failure] : [])]
  for (const error of errors.slice(0, 3)) console.log(`${file}: ${error}`)
  return {
    vehicles: found.plan.routes.length,
    cost: found.plan.routes.reduce((sum, { metres }) => sum + metres, 0),
    unassigned: found.plan.unassigned.length,
    errors: errors.length,
    iterations: found.iterations,
    seconds: (performance.now() - startedAt) / 1000,
  }
}

const isInstance = (file: string) => file.toLowerCase().endsWith('.txt')
const nameOf = (file: string) => file.replace(/\.txt$/i, '')
function chosen(folder: string) {
  const files = readdirSync(folder).filter(isInstance).sort()
  if (names) return files.filter((file) => names.includes(nameOf(file).toLowerCase()))
  return flags.quick ? files.filter((_, at) => at % Math.ceil(files.length / sampled) === 0) : files
}

interface Totals {
  vehicles: number
  cost: number
  knownVehicles: number
  knownCost: number
  gaps: number[]
  errors: number
  unassigned: number
  slowest: number
}

async function runSet(
  folder: string,
  objective: Objective,
  known: Record<string, Known>,
  suffix: string,
): Promise<Totals> {
  const totals: Totals = {
    vehicles: 0,
    cost: 0,
    knownVehicles: 0,
    knownCost: 0,
    gaps: [],
    errors: 0,
    unassigned: 0,
    slowest: 0,
  }
  for (const file of chosen(folder)) {
    const name = nameOf(file)
    const best = known[`${name}${suffix}`]
    const found = await plan(folder, file, objective)
    const gap = best ? (found.cost / best.best_known_cost - 1) * 100 : 0
    totals.vehicles += found.vehicles
    totals.cost += found.cost
    totals.errors += found.errors
    totals.unassigned += found.unassigned
    totals.slowest = Math.max(totals.slowest, found.seconds)
    if (best) {
      totals.gaps.push(gap)
      totals.knownVehicles += best.solved_with_vehicles
      totals.knownCost += best.best_known_cost
    }
    console.log(
      `${name.padEnd(8)} ${objective}: ${found.vehicles} vehicles${best ? ` (${best.solved_with_vehicles})` : ''}, ` +
        `${found.cost.toFixed(2)}${best ? ` (${best.best_known_cost}, ${gap.toFixed(2)} %)` : ''}, ${found.iterations} changes`,
    )
  }
  return totals
}

const mean = (values: readonly number[]) =>
  values.reduce((sum, one) => sum + one, 0) / Math.max(1, values.length)
const knownOf = (set: string): Record<string, Known> =>
  JSON.parse(readFileSync(join(testDataFolder, `vrp/${set}-best-known.json`), 'utf8'))
const metrics: Record<string, Metric> = {}
const checked = (totals: Totals) => {
  metrics['constraints broken'] = exactly(
    (metrics['constraints broken']?.value ?? 0) + totals.errors,
    'constraints',
    0,
  )
  metrics['requests left out'] = exactly(
    (metrics['requests left out']?.value ?? 0) + totals.unassigned,
    'requests',
    0,
  )
  metrics['slowest instance'] = recorded(
    Math.max(metrics['slowest instance']?.value ?? 0, totals.slowest),
    's',
  )
}
const percent = (value: number) => Math.round(value * 1000) / 1000

if (flags.instances) {
  for (const objective of ['fewest_vehicles', 'distance'] as const) {
    const totals = await runSet(flags.instances, objective, {}, '')
    metrics[`${objective}: vehicles`] = recorded(totals.vehicles, 'vehicles')
    metrics[`${objective}: distance`] = recorded(totals.cost, 'units')
    checked(totals)
  }
} else if (!existsSync(join(testDataFolder, 'vrp'))) {
  console.log(
    `There are no instances in ${join(testDataFolder, 'vrp')}: set RUMBO_TEST_DATA, or give --instances=DIR.`,
  )
  process.exit(1)
} else {
  if (flags.only !== 'solomon') {
    const totals = await runSet(
      join(testDataFolder, 'vrp/li_lim_100'),
      'fewest_vehicles',
      knownOf('li_lim_100'),
      '',
    )
    metrics['Li & Lim: vehicles'] = isPart
      ? recorded(totals.vehicles, 'vehicles')
      : atMost(totals.vehicles, 'vehicles', 404)
    metrics['Li & Lim: best known vehicles'] = recorded(totals.knownVehicles, 'vehicles')
    metrics['Li & Lim: distance'] = recorded(totals.cost, 'units')
    checked(totals)
  }
  if (flags.only !== 'li_lim_100') {
    const distance = await runSet(
      join(testDataFolder, 'vrp/solomon'),
      'distance',
      knownOf('solomon'),
      '_distance',
    )
    const gap = percent(mean(distance.gaps))
    metrics['Solomon: distance above the best known, mean'] = {
      ...(isPart ? recorded(gap, '%') : atMost(gap, '%', 0.2)),
      value: gap,
    }
    metrics['Solomon: distance above the best known, worst'] = recorded(Math.max(...distance.gaps), '%')
    metrics['Solomon: at the best known or better'] = recorded(
      distance.gaps.filter((one) => one < 0.005).length,
      'instances',
    )
    checked(distance)
    const fewest = await runSet(join(testDataFolder, 'vrp/solomon'), 'fewest_vehicles', {}, '')
    metrics['Solomon: fewest vehicles'] = isPart
      ? recorded(fewest.vehicles, 'vehicles')
      : atMost(fewest.vehicles, 'vehicles', 410)
    checked(fewest)
  }
}
await report('planning', metrics)
