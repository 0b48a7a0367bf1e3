import * as contract from '@rumbo/contract/billing.contract'
import { findFleet } from '../organisation/index.ts'
import type { Roads } from '../places/index.ts'
import { requireCan, signedIn } from '../platform/access/access.ts'
import type { Database } from '../platform/database/database.ts'
import { type Answer, answer, answerAlone } from '../platform/http/endpoints.ts'
import { Problem, problem } from '../platform/problem.ts'
import { createTariffOf, deleteTariffOf, listTariffsOf, updateTariffOf } from './billing.actions.ts'
import { createPricing } from './billing.charges.actions.ts'

export interface BillingDeps {
  database: Database
  roads: Roads
}

export const billingEndpoints = ({ database, roads }: BillingDeps): Answer[] => [
  answer(contract.listTariffs, ({ query }, { tx }) => listTariffsOf(tx, query)),
  answer(contract.createTariff, ({ body }, { tx, actor }) => createTariffOf(tx, actor, body)),
  answer(contract.updateTariff, ({ params, body }, { tx, actor }) =>
    updateTariffOf(tx, actor, params.id, body),
  ),
  answer(contract.deleteTariff, ({ params }, { tx, actor }) => deleteTariffOf(tx, actor, params.id)),
  // The route is measured outside the transaction, so that a slow road engine holds no connection.
  answerAlone(contract.quoteService, async ({ body }, call) => {
    const actor = signedIn(call.actor)
    const companyId = await database.transaction(actor, async (tx) => {
      const fleet = await findFleet(tx, body.fleetId)
      if (!fleet?.is_active) throw problem('fleet_denied')
      requireCan(actor, 'services.dispatch', { companyId: fleet.company_id, fleetId: fleet.id })
      return fleet.company_id
    })
    const route = await routeOf(roads, body.stops, call.signal)
    const priced = await database.transaction(
      actor,
      (tx) =>
        createPricing(tx)({
          ...body,
          companyId,
          startsAt: new Date(body.startsAt),
          stops: body.stops.map((stop) => ({ ...stop, label: null })),
          usage: {
            distanceMetres: route?.distanceMetres ?? 0,
            drivingSeconds: route?.durationSeconds ?? 0,
            waitingSeconds: 0,
          },
        }),
      { readOnly: true },
    )
    // Without a way between the stops only a flat fare could be right, and a low price would mislead.
    const isPriced = body.stops.length === 1 || route !== null
    return { route, charge: isPriced ? (priced?.charge ?? null) : null, extras: priced?.rates.extras ?? [] }
  }),
]

/** The route by road through all stops; null for a single stop, or where no road connects them. */
async function routeOf(
  roads: Roads,
  stops: readonly { latitude: number; longitude: number }[],
  signal: AbortSignal,
) {
  if (stops.length < 2) return null
  const points = stops.map(({ latitude, longitude }) => ({ latitude, longitude }))
  try {
    const { distanceMetres, durationSeconds, isEstimate, shape, legs } = await roads.route(points, { signal })
    const line: [number, number][] = []
    for (let at = 0; at < shape.length; at += 2) line.push([shape[at] as number, shape[at + 1] as number])
    return {
      distanceMetres,
      durationSeconds,
      isEstimate,
      line,
      legs: legs.map((leg) => ({
        durationSeconds: leg.durationSeconds,
        distanceMetres: leg.distanceMetres,
      })),
    }
  } catch (error) {
    if (error instanceof Problem && error.code === 'route_not_found') return null
    throw error
  }
}
