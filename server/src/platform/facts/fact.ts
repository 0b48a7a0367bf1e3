/** Something that happened; listeners receive it after the commit, at least once. Kinds are past tense: `service.assigned`. */
export interface Fact<Kind extends string = string, Payload = unknown> {
  kind: Kind
  payload: Payload
  companyId?: string | null
  fleetId?: string | null
  /** Set it where repeated work must not record the same fact twice. Default: a new id. */
  id?: string
  occurredAt?: Date
}
