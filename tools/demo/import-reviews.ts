import type { Transaction } from '@rumbo/server/platform/database/transaction'
import { buildReview } from '@rumbo/server/services/import/services.import.factory'

const hourMs = 3_600_000
const candidate = (name: string, detail: string, latitude: number, longitude: number) => ({
  name,
  detail,
  latitude,
  longitude,
  kind: 'address' as const,
  precision: 'interpolated' as const,
})

/** Two imported rows for tomorrow whose addresses a dispatcher has to decide about. */
export async function fillReviews(tx: Transaction, companyId: string): Promise<void> {
  const [fleet] = await tx.sql<{ id: string }>(
    'select id from organisation.fleets where company_id = $1 and is_active order by created_at, name limit 1',
    [companyId],
  )
  if (!fleet) return
  const at = (hours: number) => new Date(tx.now.getTime() + hours * hourMs).toISOString()
  const angel = {
    stopType: 'drop' as const,
    address: 'Ángel de la Independencia',
    latitude: 19.42699,
    longitude: -99.16765,
    doubt: null,
    candidates: [],
  }
  const pickup = { stopType: 'pickup' as const, latitude: null, longitude: null }
  const of = { companyId, fleetId: fleet.id }
  await buildReview(
    tx,
    { ...of, customerName: 'Mariana Lozano', customerPhone: '+52 55 5550 0148', dispatchTime: at(20) },
    [
      {
        ...pickup,
        address: 'Insurgentes 300',
        doubt: 'address_ambiguous',
        candidates: [
          candidate('Avenida Insurgentes Sur 300', 'Roma Norte', 19.4163, -99.1657),
          candidate('Avenida Insurgentes Norte 300', 'Santa María la Ribera', 19.448, -99.1515),
        ],
      },
      angel,
    ],
    5,
  )
  await buildReview(
    tx,
    { ...of, customerName: 'Jorge Ibarra', customerPhone: '+52 55 5550 0172', dispatchTime: at(26) },
    [{ ...pickup, address: 'Privada Los Pinos s/n', doubt: 'address_not_found', candidates: [] }, angel],
  )
}
