/** Something that has happened, told to listeners after the commit, at least once. Kinds are past tense: `service.assigned`. */
export interface Fact<Kind extends string = string, Payload = unknown> {
  kind: Kind
  payload: Payload
  companyId?: string | null
  fleetId?: string | null
  /** Computed where repeating the same work must not tell the same news twice; else made here. */
  id?: string
  occurredAt?: Date
}
