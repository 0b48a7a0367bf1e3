import { minorOf } from '@rumbo/contract/money'
import type { Service } from '@rumbo/contract/services.contract'
import type { Pricing } from '@rumbo/server/billing/billing.charges.actions'
import type { Transaction } from '@rumbo/server/platform/database/transaction'
import { saveEstimate } from '@rumbo/server/services/charges/services.charges.actions'
import { type NewCharge, writeCharge } from '@rumbo/server/services/charges/services.charges.repository'
import { rideStart, stopsToCharge } from '@rumbo/server/services/charges/services.charges.rules'

const longestMetres = 60_000
/** What was planned, of what was driven in the end. */
const plannedShare = 0.94

/** The longest way for which a service costs at most `pesos` by its tariff, with its price; null without a tariff. */
async function wayFor(
  priceOf: (metres: number) => Promise<NewCharge | null>,
  pesos: number,
): Promise<{ metres: number; charge: NewCharge } | null> {
  let [low, high] = [0, longestMetres]
  let found: { metres: number; charge: NewCharge } | null = null
  while (low <= high) {
    const metres = Math.floor((low + high) / 2)
    const charge = await priceOf(metres)
    if (charge === null) return null
    if (minorOf(charge.total, charge.currency) > pesos * 100) high = metres - 1
    else {
      found = { metres, charge }
      low = metres + 1
    }
  }
  return found
}

/** Gives a past service the charges of a way that costs this much by its tariff; otherwise its price was agreed. */
export async function chargePast(
  tx: Transaction,
  pricing: Pricing,
  service: Service,
  { pesos, seconds }: { pesos: number; seconds: number },
): Promise<void> {
  const priceOf = async (metres: number): Promise<NewCharge | null> => {
    const priced = await pricing({
      ...service,
      startsAt: rideStart(service),
      stops: stopsToCharge(service),
      extras: [],
      usage: { distanceMetres: metres, drivingSeconds: seconds, waitingSeconds: 0 },
    })
    return priced && { ...priced.charge, distanceSource: 'measured', timeSource: 'measured', isSet: false }
  }
  const way = await wayFor(priceOf, pesos)
  const isByTariff = way !== null && minorOf(way.charge.total, 'MXN') === pesos * 100
  const planned = isByTariff ? await priceOf(Math.round(way.metres * plannedShare)) : null
  const agreed: NewCharge = {
    tariffId: null,
    tariffName: null,
    currency: 'MXN',
    total: `${pesos}.00`,
    lines: [{ kind: 'agreed', label: null, quantity: null, unit: null, rate: null, amount: `${pesos}.00` }],
    usage: { distanceMetres: 0, drivingSeconds: seconds, waitingSeconds: 0 },
    distanceSource: 'planned',
    timeSource: 'measured',
    isSet: true,
  }
  const estimate: NewCharge = planned
    ? { ...planned, distanceSource: 'planned', timeSource: 'planned' }
    : agreed
  await saveEstimate(tx, service, estimate)
  await writeCharge(tx, service, 'final', isByTariff ? way.charge : agreed)
  await tx.sql(
    `update services.services set estimated_cost_minor = $2, is_estimate_computed = $3, final_cost_minor = $4,
       planned_distance_metres = $5, planned_duration_seconds = $6
     where id = $1`,
    [
      service.id,
      minorOf(estimate.total, 'MXN'),
      !estimate.isSet,
      pesos * 100,
      estimate.isSet ? null : estimate.usage.distanceMetres,
      estimate.isSet ? null : seconds,
    ],
  )
}
