import type { Service } from '@rumbo/contract/services.contract'
import { createLink, rateTracked } from '@rumbo/contract/services.tracking.contract'
import type { Call } from './api-call.ts'
import { createPick } from './pick.ts'

interface TrackingActivityOptions {
  call: Call
  random: () => number
  /** Prints a line for the person who started the demo. */
  print: (line: string) => void
}

/** Share of completed services that their customers rate, and what some of them write. */
const ratedShare = 0.6
const stars = [5, 5, 5, 5, 4, 4, 4, 3, 2] as const
const comments = {
  5: ['Muy amable y puntual', 'Todo excelente, gracias', null, null],
  4: ['Buen servicio', null, null],
  3: ['Tardó un poco más de lo que decía', null],
  2: ['El conductor no encontraba la dirección'],
} as const

/** Plays the customers: one running service always has a link to look at, and completed ones are rated. */
export function createTrackingActivity({ call, random, print }: TrackingActivityOptions) {
  const pick = createPick(random)
  let shownId: string | null = null
  const link = async (service: Service) =>
    (await call(createLink, { params: { id: service.id }, body: { language: 'es' } })).url

  return {
    /** Makes and prints a link to another service once the last one has ended. */
    async show(running: readonly Service[]): Promise<void> {
      if (running.some(({ id }) => id === shownId)) return
      const next = running.find(({ status }) => status === 'vehicle_assigned')
      if (!next) return
      shownId = next.id
      print(`Customer's page of service ${next.serviceNumber}: ${await link(next)}`)
    },
    async rate(service: Service): Promise<void> {
      if (random() >= ratedShare) return
      const token = (await link(service)).split('/').at(-1) ?? ''
      const given = pick(stars)
      await call(rateTracked, { params: { token }, body: { stars: given, comment: pick(comments[given]) } })
    },
  }
}
