import type { Logger } from 'pino'
import { createRunWatch, type RunWatchOptions } from './runs/planning.runs.watch.ts'
import { createTravelWatch } from './travel/planning.travel.watch.ts'

/** What workers do for plans: travel times and runs. @returns a function that ends it */
export function watchPlans(options: RunWatchOptions & { log: Logger }): () => Promise<void> {
  const travel = createTravelWatch(options)
  const runs = createRunWatch(options)
  travel.start()
  runs.start()
  return async () => {
    await Promise.all([runs.stop(), travel.stop()])
  }
}
