/**
 * A record that something happened, delivered to listeners at least once after the commit. Kinds are in the past tense:
 * `service.assigned`.
 */
export interface Fact<Kind extends string = string, Payload = unknown> {
  kind: Kind
  payload: Payload
  companyId?: string | null
  fleetId?: string | null
  /** Set where repeated work must not record the fact twice. Default: a new id. */
  id?: string
  occurredAt?: Date
}
