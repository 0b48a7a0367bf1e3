import { dayOf } from '@rumbo/contract/holidays'
import type { Service } from '@rumbo/contract/services.contract'
import { dayMs } from '@rumbo/contract/time-units'
import { buildContact } from '@rumbo/server/directory/directory.factory'
import type { Transaction } from '@rumbo/server/platform/database/transaction'
import { createDueServices } from '@rumbo/server/services/series/services.series.creation'
import { buildSeries } from '@rumbo/server/services/series/services.series.factory'
import { findSeries, writePause } from '@rumbo/server/services/series/services.series.repository'
import { writeTemplate } from '@rumbo/server/services/templates/services.templates.repository'
import { v7 as uuid } from 'uuid'

const timeZone = 'America/Mexico_City'
// Mexico City has had no summer time since 2022.
const utcOffset = '-06:00'

interface Recurring {
  customer: string
  /** Name of the customer's template with the same stops. */
  template?: string
  phone: string
  /** Of the fleet. */
  type: Service['serviceType']
  time: string
  weekdays: number[]
  /** Days from today to the end; null: until further notice. */
  days: number | null
  stops: [address: string, latitude: number, longitude: number][]
  paused?: string
}
const recurring: readonly Recurring[] = [
  {
    customer: 'Colegio Alameda',
    template: 'Ruta Roma, ida',
    phone: '+52 55 5512 7010',
    type: 'shuttle',
    time: '06:40',
    weekdays: [1, 2, 3, 4, 5],
    days: 150,
    stops: [
      ['Calle Durango 180, Roma Norte', 19.4195, -99.1668],
      ['Avenida Álvaro Obregón 101, Roma Norte', 19.4189, -99.1604],
      ['Calle Versalles 45, Juárez', 19.4286, -99.1573],
    ],
  },
  {
    customer: 'Grupo Empresarial Lindavista',
    phone: '+52 55 5586 3320',
    type: 'shuttle',
    time: '19:15',
    weekdays: [1, 3, 5],
    days: null,
    stops: [
      ['Paseo de la Reforma 222, Juárez', 19.4287, -99.1616],
      ['Avenida Chapultepec 480, Roma Norte', 19.4212, -99.1703],
    ],
  },
  {
    customer: 'Clínica San Rafael',
    template: 'Paciente a diálisis',
    phone: '+52 55 5578 4410',
    type: 'taxi',
    time: '07:30',
    weekdays: [2, 4, 6],
    days: 60,
    stops: [
      ['Calle Orizaba 120, Roma Norte', 19.4166, -99.1602],
      ['Calle Doctor Balmis 148, Doctores', 19.4119, -99.1522],
    ],
  },
  {
    customer: 'Panadería La Espiga',
    phone: '+52 55 5564 9081',
    type: 'delivery',
    time: '05:30',
    weekdays: [1, 2, 3, 4, 5, 6],
    days: 90,
    stops: [
      ['Calle Tabasco 92, Roma Norte', 19.4171, -99.1567],
      ['Mercado Medellín, Roma Sur', 19.4106, -99.1654],
    ],
    paused: 'Obras en la panadería hasta nuevo aviso',
  },
]

/**
 * Recurring services: a school run, a staff shuttle, rides to a clinic and a paused delivery, with the services of the
 * next days and templates of their customers.
 * @param notes of each service
 */
export async function fillSeries(tx: Transaction, companyId: string, notes: string): Promise<void> {
  const fleets = await tx.sql<{ id: string; types: string[] }>(
    'select id, service_types as types from organisation.fleets where company_id = $1 and is_active order by name',
    [companyId],
  )
  for (const { customer, template, phone, type, time, weekdays, days, stops, paused } of recurring) {
    const fleetId = fleets.find(({ types }) => types.includes(type))?.id ?? fleets[0]?.id
    if (fleetId === undefined) return
    const [firstName = '', ...rest] = customer.split(' ')
    const contact = await buildContact(tx, {
      companyId,
      firstName,
      lastName: rest.join(' '),
      primaryPhone: phone,
      email: null,
    })
    const places = stops.map(([address, latitude, longitude], at) => ({
      stopType: at === stops.length - 1 ? ('drop' as const) : ('pickup' as const),
      address,
      latitude,
      longitude,
      reference: null,
      contactName: null,
      contactPhone: null,
      serviceMinutes: type === 'delivery' ? 15 : null,
    }))
    if (template !== undefined)
      await writeTemplate(
        tx,
        { contactId: contact.id, companyId },
        {
          id: uuid(),
          name: template,
          serviceType: type,
          priorityLevel: 'medium',
          notes: null,
          requiredVehicleType: null,
          requiredSeats: type === 'shuttle' ? 6 : null,
          requiredLoadKg: null,
          requiredLoadM3: null,
          requiredSkills: [],
          requiredProofs: [],
          stops: places,
        },
      )
    const today = dayOf(tx.now, timeZone)
    const id = await buildSeries(
      tx,
      {
        companyId,
        fleetId,
        requesterContactId: contact.id,
        serviceType: type,
        customerName: customer,
        customerPhone: phone,
        dispatchTime: new Date(`${today}T${time}:00${utcOffset}`).toISOString(),
        notes,
        ...(type === 'delivery' && { requiredLoadKg: 120, requiredLoadM3: 0.8 }),
        plannedStops: places.map((place) => ({
          ...place,
          timeWindowStart: null,
          timeWindowEnd: null,
          extraCost: null,
        })),
      },
      { weekdays, until: days === null ? null : dayOf(new Date(tx.now.getTime() + days * dayMs), timeZone) },
    )
    const series = await findSeries(tx, id, { lock: true })
    if (series && paused === undefined) await createDueServices(tx, series, timeZone)
    else await writePause(tx, id, { problem: null, note: paused ?? null })
  }
}
