import type { Service } from '@rumbo/contract/services.contract'
import { describe, expect, it } from 'vitest'
import { concernsOf } from './services.facts.ts'

const service = (given: Partial<Service>) =>
  ({
    ...{ id: 's1', companyId: 'c1', fleetId: 'f1', serviceNumber: 7, status: 'created', plannedStops: [] },
    ...{
      assignedDriverId: null,
      assignedVehicleId: null,
      notes: null,
      dispatchTime: 't',
      customerName: 'Ana',
    },
    ...given,
  }) as unknown as Service
const waiting = service({ status: 'on_dispatch' })
const with1 = service({ status: 'vehicle_assigned', assignedDriverId: 'd1', assignedVehicleId: 'v1' })
const concerns = (before: Service | null, after: Service) =>
  concernsOf(before, after).map(({ payload }) => [payload.driverId, payload.concern])

describe('a change of a service concerns', () => {
  it('the driver it is assigned to, and the one it is taken from', () => {
    expect(concerns(waiting, with1)).toEqual([['d1', 'assigned']])
    expect(concerns(with1, waiting)).toEqual([['d1', 'taken']])
    expect(concerns(with1, service({ ...with1, assignedDriverId: 'd2' }))).toEqual([
      ['d1', 'taken'],
      ['d2', 'assigned'],
    ])
  })

  it('its driver where its plan changed or it was cancelled by others', () => {
    expect(concerns(with1, service({ ...with1, notes: 'Timbre roto' }))).toEqual([['d1', 'changed']])
    expect(concerns(with1, service({ ...with1, status: 'cancelled_by_central' }))).toEqual([
      ['d1', 'cancelled'],
    ])
    expect(concerns(with1, service({ ...with1, status: 'cancelled_by_driver' }))).toEqual([])
  })

  it('nobody while it is driven and completed as planned', () => {
    const driven = service({ ...with1, status: 'in_progress' })
    expect(concerns(with1, driven)).toEqual([])
    expect(concerns(driven, service({ ...driven, status: 'completed' }))).toEqual([])
    expect(concerns(null, waiting)).toEqual([])
  })
})
