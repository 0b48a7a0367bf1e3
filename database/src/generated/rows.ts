import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

/** Generated from the migrated database by `npm run generate`; not edited by hand. */
export interface Schema {
  'directory.contacts': {
    id: string
    company_id: string
    first_name: string
    middle_name: string | null
    last_name: string
    primary_phone: string
    email: string | null
    role: string
    status: Generated<string>
    search_text: GeneratedAlways<string>
    created_at: ColumnType<Date, Date | string, Date | string>
    updated_at: ColumnType<Date, Date | string, Date | string>
    archived_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
    version: Generated<number>
  }
  'platform.audit_entries': {
    id: string
    at: ColumnType<Date, Date | string, Date | string>
    actor_id: string | null
    actor_name: string | null
    address: string | null
    request_id: string | null
    company_id: string | null
    fleet_id: string | null
    action: string
    entity: string
    entity_id: string | null
    changes: ColumnType<unknown, string | null | undefined, string>
  }
  'platform.fact_deliveries': {
    listener: string
    fact_id: string
    delivered_at: ColumnType<Date, Date | string | null | undefined, Date | string>
  }
  'platform.fact_failures': {
    listener: string
    fact_id: string
    attempts: Generated<number>
    next_attempt_at: ColumnType<Date, Date | string, Date | string>
    last_error: string
  }
  'platform.idempotency_keys': {
    key: string
    actor_id: string
    endpoint: string
    request_hash: string
    status: number | null
    answer: ColumnType<unknown | null, string | null | undefined, string | null>
    created_at: ColumnType<Date, Date | string | null | undefined, Date | string>
  }
  'platform.mails': {
    id: string
    recipient: string
    language: string
    subject: string
    body: string
    status: Generated<string>
    created_at: ColumnType<Date, Date | string | null | undefined, Date | string>
    sent_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
    error: string | null
  }
  'platform.migrations': {
    number: number
    name: string
    hash: string
    applied_at: ColumnType<Date, Date | string | null | undefined, Date | string>
    duration_milliseconds: number
  }
  'platform.outbox': {
    id: string
    sequence: GeneratedAlways<number>
    kind: string
    company_id: string | null
    fleet_id: string | null
    actor_id: string | null
    payload: ColumnType<unknown, string, string>
    occurred_at: ColumnType<Date, Date | string, Date | string>
    created_at: ColumnType<Date, Date | string | null | undefined, Date | string>
  }
  'services.executed_stops': {
    id: string
    service_id: string
    planned_stop_id: string
    fleet_id: string
    arrived: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
    departed: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
    cost_at_stop_minor: number | null
    distance_at_stop_metres: number | null
    notes: string | null
    status: string
    operator: string
  }
  'services.numbers': {
    company_id: string
    last_number: number
  }
  'services.planned_stops': {
    id: string
    service_id: string
    fleet_id: string
    sequence: number
    stop_type: string
    address: string
    latitude: number
    longitude: number
    time_window_start: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
    time_window_end: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
    reference: string | null
    contact_name: string | null
    contact_phone: string | null
    extra_cost_minor: number | null
  }
  'services.services': {
    id: string
    company_id: string
    fleet_id: string
    service_number: number
    service_type: string
    priority_level: number
    customer_name: string
    customer_phone: string
    customer_email: string | null
    requester_contact_id: string
    dispatch_time: ColumnType<Date, Date | string, Date | string>
    status: Generated<string>
    status_since: ColumnType<Date, Date | string, Date | string>
    started_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
    ended_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
    notes: string | null
    estimated_cost_minor: number | null
    current_cost_minor: number | null
    final_cost_minor: number | null
    currency: string
    payment_method: string
    payment_status: string
    assigned_vehicle_id: string | null
    assigned_vehicle_number: string | null
    assigned_driver_id: string | null
    driver_name: string | null
    driver_phone: string | null
    search_text: GeneratedAlways<string>
    created_at: ColumnType<Date, Date | string, Date | string>
    created_by: string | null
    updated_at: ColumnType<Date, Date | string, Date | string>
    updated_by: string | null
    archived_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
    version: Generated<number>
  }
  'services.status_history': {
    id: string
    service_id: string
    fleet_id: string
    status: string
    at: ColumnType<Date, Date | string, Date | string>
    actor_name: string | null
    note: string | null
  }
}
