import { v7 as uuid } from 'uuid'

/** One fleet with a record of every kind in it; `services` all wait to be sent to dispatch. */
export interface Place {
  companyId: string
  fleetId: string
  fleetName: string
  /** A second fleet of the same company, with the same managers. */
  spareFleetId: string
  /** A silent vehicle, watched by the guest. */
  vehicleId: string
  activeVehicleIds: string[]
  alarmedVehicleId: string
  /** An active event, of another vehicle. */
  eventId: string
  /** A client with an e-mail address but no user, who owns the vehicle. */
  contactId: string
  /** A vehicle with a device and a queued status query. */
  commandedVehicleId: string
  commandId: string
  /** Number of a message of the commanded vehicle's device. */
  deviceMessage: number
  userId: string
  assignmentId: string
  /** VIN, IMEI, SIM, serial and policy number of every vehicle; the texts of one command contain the IMEI. */
  identifiers: string[]
  /** A session of the user. */
  sessionId: string
  linkedUserId: string
  guestId: string
  invitationId: string
  watchpointId: string
  /** Of the place's fleet alone. */
  notificationRuleId: string
  webhookId: string
  /** A call of it. */
  webhookDeliveryId: string
  paymentId: string
  cashDriverId: string
  cashClientId: string
  closeoutId: string
  /** A tariff that has not begun, and a zone that no tariff uses. */
  tariffId: string
  zoneId: string
  fenceId: string
  ruleId: string
  /** A planned shift of a driver with a licence, and a running one of another. */
  shiftId: string
  shiftDriverId: string
  documentId: string
  /** A card of the driver of `shiftId`. The company also has the unknown card AB12. */
  cardId: string
  runningShiftId: string
  /** The same of the signed-in driver; in other places of somebody else. */
  ownShiftId: string
  ownRunningShiftId: string
  /** Ids and versions of services, by their status. */
  services: Record<
    'created' | 'onDispatch' | 'assigned' | 'started',
    { id: string; version: number; lastStopId: string }
  >
  seriesId: string
  /** An imported row that waits for a decision. */
  reviewId: string
  suggestionId: string
  /** Of today, without routes, with a version, a finished run and a recurring plan beside it. */
  planId: string
  planVersionId: string
  planRunId: string
  planScheduleId: string
  /** Has a service in the route of another plan, which is published. */
  routedVehicleId: string
  /** A link to the created service. */
  linkId: string
  /** The conversation with the contact of `contactId`, and a message in it. */
  threadId: string
  messageId: string
  /** That with the driver of `shiftDriverId`, and the break the driver asks for. */
  driverThreadId: string
  requestId: string
  emergencyThreadId: string
  /** A reply that is kept aside. */
  asideId: string
  messageTemplateId: string
  /** Scheduled. */
  broadcastId: string
}

/** Unknown ids, and a user who belongs to no company. */
export function nowhere(loose: { userId: string; sessionId: string }): Place {
  const unknown = () => ({ id: uuid(), version: 1, lastStopId: uuid() })
  return {
    companyId: uuid(),
    fleetId: uuid(),
    fleetName: 'no fleet is called so',
    spareFleetId: uuid(),
    vehicleId: uuid(),
    activeVehicleIds: [uuid(), uuid(), uuid()],
    alarmedVehicleId: uuid(),
    eventId: uuid(),
    contactId: uuid(),
    commandedVehicleId: uuid(),
    commandId: uuid(),
    deviceMessage: 1,
    identifiers: [],
    assignmentId: uuid(),
    linkedUserId: uuid(),
    guestId: uuid(),
    invitationId: uuid(),
    watchpointId: uuid(),
    notificationRuleId: uuid(),
    webhookId: uuid(),
    webhookDeliveryId: uuid(),
    paymentId: uuid(),
    cashDriverId: uuid(),
    cashClientId: uuid(),
    closeoutId: uuid(),
    tariffId: uuid(),
    zoneId: uuid(),
    fenceId: uuid(),
    ruleId: uuid(),
    shiftId: uuid(),
    shiftDriverId: uuid(),
    documentId: uuid(),
    cardId: uuid(),
    runningShiftId: uuid(),
    ownShiftId: uuid(),
    ownRunningShiftId: uuid(),
    services: { created: unknown(), onDispatch: unknown(), assigned: unknown(), started: unknown() },
    seriesId: uuid(),
    reviewId: uuid(),
    suggestionId: uuid(),
    planId: uuid(),
    planVersionId: uuid(),
    planRunId: uuid(),
    planScheduleId: uuid(),
    routedVehicleId: uuid(),
    linkId: uuid(),
    threadId: uuid(),
    messageId: uuid(),
    driverThreadId: uuid(),
    requestId: uuid(),
    emergencyThreadId: uuid(),
    asideId: uuid(),
    messageTemplateId: uuid(),
    broadcastId: uuid(),
    ...loose,
  }
}
