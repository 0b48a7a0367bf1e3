import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

/** Generated from the migrated database by `npm run generate`; not edited by hand. */
export interface Schema {
  'billing.tariffs': {
    id: string
    company_id: string
    fleet_id: string
    service_type: string
    name: string
    valid_from: ColumnType<string, string, string>
    valid_until: ColumnType<string | null, string | null | undefined, string | null>
    currency: string
    rates: ColumnType<unknown, string, string>
    version: Generated<number>
    created_at: ColumnType<Date, Date | string, Date | string>
    updated_at: ColumnType<Date, Date | string, Date | string>
    updated_by_name: string | null
    archived_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  }
  'commands.commands': {
    id: string
    company_id: string
    fleet_id: string
    vehicle_id: string
    device_identifier: string
    protocol: string | null
    command_type: string
    priority: number
    status: Generated<string>
    reason: string | null
    parameters: ColumnType<unknown, string | null | undefined, string>
    secrets: ColumnType<unknown | null, string | null | undefined, string | null>
    insists: Generated<boolean>
    created_by_id: string | null
    created_by: string
    created_at: ColumnType<Date, Date | string, Date | string>
    expires_at: ColumnType<Date, Date | string, Date | string>
    sending_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
    sent_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
    delivered_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
    updated_at: ColumnType<Date, Date | string, Date | string>
    error: string | null
    payload: string | null
    response_payload: string | null
    cancelled_by: string | null
    serial: number | null
    answer_key: string | null
    gateway_id: string | null
    answered_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
    connection: string | null
  }
  'commands.serials': {
    device_identifier: string
    last_serial: number
  }
  'commands.totals': {
    company_id: string
    fleet_id: string
    status: string
    command_type: string
    priority: number
    amount: number
  }
  'directory.addresses': {
    contact_id: string
    company_id: string
    type: string
    line1: string | null
    line2: string | null
    city: string | null
    state: string | null
    postal_code: string | null
    country: string | null
    latitude: number | null
    longitude: number | null
  }
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
    created_at: ColumnType<Date, Date | string, Date | string>
    updated_at: ColumnType<Date, Date | string, Date | string>
    archived_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
    version: Generated<number>
    secondary_phone: string | null
    secondary_email: string | null
    company_name: string | null
    job_title: string | null
    department: string | null
    specialty: string | null
    emergency_contact: string | null
    emergency_phone: string | null
    medical_info: string | null
    notes: string | null
    phone_verified: Generated<boolean>
    email_verified: Generated<boolean>
    background_check: Generated<boolean>
    user_id: string | null
    updated_by: string | null
    updated_by_name: string | null
    phone_digits: GeneratedAlways<string>
    search_text: GeneratedAlways<string>
    search_digits: GeneratedAlways<string>
  }
  'directory.linked_users': {
    contact_id: GeneratedAlways<string | null>
    id: GeneratedAlways<string | null>
    username: GeneratedAlways<string | null>
    level: GeneratedAlways<string | null>
    status: GeneratedAlways<string | null>
  }
  'dispatch.decisions': {
    id: string
    company_id: string
    fleet_id: string
    service_id: string
    at: ColumnType<Date, Date | string, Date | string>
    mode: string
    outcome: string
    vehicle_id: string | null
    vehicle_number: string | null
    explanation: ColumnType<unknown, string, string>
  }
  'dispatch.fleet_settings': {
    fleet_id: string
    company_id: string
    mode: string
    preset: string
    longest_arrival_seconds: number
    requires_shift: boolean
    updated_at: ColumnType<Date, Date | string, Date | string>
    updated_by: string | null
    updated_by_name: string | null
    version: Generated<number>
    offers_to_drivers: Generated<boolean>
    repositions: Generated<boolean>
    most_moving: Generated<number>
    longest_move_seconds: Generated<number>
    hourly_move_seconds: Generated<number>
  }
  'dispatch.holds': {
    service_id: string
    company_id: string
    fleet_id: string
    held_at: ColumnType<Date, Date | string, Date | string>
    held_by: string | null
    held_by_name: string | null
  }
  'dispatch.hours': {
    fleet_id: string
    company_id: string
    hour: ColumnType<Date, Date | string, Date | string>
    figures: ColumnType<unknown, string, string>
  }
  'dispatch.leases': {
    fleet_id: string
    owner: string
    token: number
    expires_at: ColumnType<Date, Date | string, Date | string>
    purpose: Generated<string>
  }
  'dispatch.offers': {
    id: string
    company_id: string
    fleet_id: string
    service_id: string
    vehicle_id: string
    vehicle_number: string
    driver_id: string
    driver_name: string
    kind: string
    status: string
    arrival_seconds: number | null
    is_estimate: Generated<boolean>
    offered_at: ColumnType<Date, Date | string, Date | string>
    expires_at: ColumnType<Date, Date | string, Date | string>
    answered_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  }
  'dispatch.predictions': {
    service_id: string
    company_id: string
    fleet_id: string
    stop_id: string
    vehicle_id: string | null
    promised_at: ColumnType<Date, Date | string, Date | string>
    has_window: boolean
    arrives_at: ColumnType<Date, Date | string, Date | string>
    is_estimate: boolean
    cause: string
    late_since: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
    predicted_at: ColumnType<Date, Date | string, Date | string>
    delayed_since: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
    planned_vehicle_id: string | null
  }
  'dispatch.released_reservations': {
    service_id: string
    company_id: string
    fleet_id: string
    vehicle_id: string
    vehicle_number: string
    place: number
    reserved_at: ColumnType<Date, Date | string, Date | string>
    reserved_by: string
    reserved_by_name: string
    blocked_since: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
    blocked_reason: string | null
    released_at: ColumnType<Date, Date | string, Date | string>
    released_by: string
    plan_id: string | null
    leaves_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
    may_leave_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
    planned_dispatch_time: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  }
  'dispatch.reservations': {
    service_id: string
    company_id: string
    fleet_id: string
    vehicle_id: string
    vehicle_number: string
    place: number
    arrives_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
    is_estimate: boolean
    reserved_at: ColumnType<Date, Date | string, Date | string>
    reserved_by: string | null
    reserved_by_name: string | null
    blocked_since: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
    blocked_reason: string | null
    plan_id: string | null
    leaves_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
    may_leave_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
    planned_dispatch_time: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  }
  'dispatch.suggestions': {
    id: string
    company_id: string
    fleet_id: string
    vehicle_id: string
    vehicle_number: string
    driver_id: string | null
    driver_name: string | null
    from_latitude: number
    from_longitude: number
    to_latitude: number
    to_longitude: number
    to_name: string
    reach_metres: number
    drive_seconds: number
    is_estimate: boolean
    expected: number
    vehicles_there: number
    saved_seconds: number
    status: string
    suggested_at: ColumnType<Date, Date | string, Date | string>
    expires_at: ColumnType<Date, Date | string, Date | string>
    ended_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  }
  'events.comments': {
    id: string
    event_id: string
    company_id: string
    fleet_id: string
    vehicle_id: string
    author_id: string
    author: string
    text: string
    mentions: Generated<string[]>
    mention_names: Generated<string[]>
    created_at: ColumnType<Date, Date | string, Date | string>
    edited_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  }
  'events.custom_rules': {
    id: string
    company_id: string
    fleet_id: string
    name: string
    vehicle_ids: string[] | null
    is_active: boolean
    severity: string
    match: string
    conditions: ColumnType<unknown, string, string>
    seconds: number
    schedule: ColumnType<unknown, string, string>
    cooldown_seconds: number
    version: Generated<number>
    created_at: ColumnType<Date, Date | string, Date | string>
    updated_at: ColumnType<Date, Date | string, Date | string>
    updated_by_name: string | null
    archived_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  }
  'events.events': {
    id: string
    company_id: string
    fleet_id: string
    vehicle_id: string
    title: string | null
    type: string
    category: string
    severity: number
    status: Generated<string>
    source: string
    kind: string | null
    is_alarm: boolean
    occurred_at: ColumnType<Date, Date | string, Date | string>
    last_occurred_at: ColumnType<Date, Date | string, Date | string>
    occurrences: Generated<number>
    latitude: number | null
    longitude: number | null
    speed_kmh: number | null
    heading: number | null
    is_late: Generated<boolean>
    due_on: ColumnType<string | null, string | null | undefined, string | null>
    note: string | null
    acknowledged_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
    acknowledged_by: string | null
    acknowledged_by_id: string | null
    resolved_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
    resolved_by: string | null
    resolved_by_id: string | null
    dismissed_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
    dismissed_by: string | null
    dismissed_by_id: string | null
    version: Generated<number>
    created_at: ColumnType<Date, Date | string, Date | string>
    updated_at: ColumnType<Date, Date | string, Date | string>
    last_known_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
    trouble_code: string | null
    cleared_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
    driver_action: string | null
    service_number: number | null
    rule_id: string | null
    fence_id: string | null
    fence_shape_version: number | null
    detail: ColumnType<unknown | null, string | null | undefined, string | null>
    assignee_id: string | null
    assignee: string | null
  }
  'geofences.crossings': {
    crossed_at: ColumnType<Date, Date | string, Date | string>
    confirmed_at: ColumnType<Date, Date | string, Date | string>
    company_id: string
    fleet_id: string
    fence_id: string
    shape_version: number
    vehicle_id: string
    is_entry: boolean
  }
  'geofences.fences': {
    id: string
    company_id: string
    fleet_id: string
    name: string
    description: string | null
    colour: string
    tags: Generated<string[]>
    is_active: boolean
    vehicle_ids: string[] | null
    triggers: ColumnType<unknown, string, string>
    sensitivity: string
    zone_id: string | null
    kind: string
    shape_version: Generated<number>
    outline: ColumnType<unknown, string, string>
    west: number
    south: number
    east: number
    north: number
    version: Generated<number>
    created_at: ColumnType<Date, Date | string, Date | string>
    updated_at: ColumnType<Date, Date | string, Date | string>
    updated_by_name: string | null
    archived_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
    search_text: GeneratedAlways<string>
    is_workshop: Generated<boolean>
  }
  'geofences.raised': {
    trigger_id: string
    vehicle_id: string
    raised_at: ColumnType<Date, Date | string, Date | string>
  }
  'geofences.shapes': {
    fence_id: string
    shape_version: number
    company_id: string
    fleet_id: string
    shape: ColumnType<unknown, string, string>
    created_at: ColumnType<Date, Date | string, Date | string>
    created_by_name: string | null
  }
  'identity.invitations': {
    id: string
    email: string
    level: string
    language: string
    company_id: string
    fleet_id: string | null
    role: string | null
    token_hash: string
    invited_by: string
    invited_by_name: string
    created_at: ColumnType<Date, Date | string, Date | string>
    expires_at: ColumnType<Date, Date | string, Date | string>
    accepted_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
    revoked_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  }
  'identity.known_devices': {
    user_id: string
    device_id: string
    first_used_at: ColumnType<Date, Date | string, Date | string>
    last_used_at: ColumnType<Date, Date | string, Date | string>
  }
  'identity.login_attempts': {
    id: string
    subject: string
    user_id: string | null
    at: ColumnType<Date, Date | string, Date | string>
    outcome: string
    address: string
    typed_name: string | null
  }
  'identity.people': {
    id: GeneratedAlways<string | null>
    username: GeneratedAlways<string | null>
    level: GeneratedAlways<string | null>
    status: GeneratedAlways<string | null>
    display_name: GeneratedAlways<string | null>
  }
  'identity.recovery_codes': {
    user_id: string
    code_hash: string
    created_at: ColumnType<Date, Date | string, Date | string>
    used_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  }
  'identity.refresh_tokens': {
    token_hash: string
    session_id: string
    generation: number
    issued_at: ColumnType<Date, Date | string, Date | string>
  }
  'identity.reset_codes': {
    subject: string
    user_id: string | null
    code_hash: string
    expires_at: ColumnType<Date, Date | string, Date | string>
    tries: Generated<number>
    sendings: Generated<number>
    window_started_at: ColumnType<Date, Date | string, Date | string>
    delivery_id: string | null
  }
  'identity.sessions': {
    id: string
    user_id: string
    device_id: string
    generation: Generated<number>
    rotated_at: ColumnType<Date, Date | string, Date | string>
    started_at: ColumnType<Date, Date | string, Date | string>
    last_used_at: ColumnType<Date, Date | string, Date | string>
    expires_at: ColumnType<Date, Date | string, Date | string>
    ended_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
    end_reason: string | null
    address: string
    user_agent: string
  }
  'identity.users': {
    id: string
    username: string
    email: string
    first_name: string
    last_name: string
    display_name: string | null
    phone: string | null
    password_hash: string
    level: string
    status: string
    language: Generated<string>
    avatar_type: Generated<string>
    avatar_color: Generated<string>
    force_password_change: Generated<boolean>
    otp_required: Generated<boolean>
    otp_secret: string | null
    otp_last_step: number | null
    last_login_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
    version: Generated<number>
    created_at: ColumnType<Date, Date | string, Date | string>
    updated_at: ColumnType<Date, Date | string, Date | string>
    archived_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
    email_verified_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
    phone_verified_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
    notes: string | null
    notification_email: string | null
    notification_phone: string | null
    password_changed_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
    otp_pending_secret: string | null
    otp_pending_since: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
    updated_by: string | null
    updated_by_name: string | null
    search_text: GeneratedAlways<string>
  }
  'identity.verification_codes': {
    user_id: string
    channel: string
    recipient: string
    code_hash: string
    expires_at: ColumnType<Date, Date | string, Date | string>
    tries: Generated<number>
    sendings: Generated<number>
    window_started_at: ColumnType<Date, Date | string, Date | string>
  }
  'organisation.assignments': {
    id: string
    user_id: string
    company_id: string
    fleet_id: string | null
    role: string
    is_primary: Generated<boolean>
    is_active: Generated<boolean>
    assigned_at: ColumnType<Date, Date | string, Date | string>
    assigned_by: string | null
    archived_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
    assigned_by_name: string | null
  }
  'organisation.clocks': {
    company_id: GeneratedAlways<string | null>
    time_zone: GeneratedAlways<string | null>
    history_days: GeneratedAlways<number | null>
    road_speed_limits: GeneratedAlways<boolean | null>
  }
  'organisation.companies': {
    id: string
    name: string
    legal_name: string | null
    tax_id: string | null
    email: string | null
    phone: string | null
    city: string | null
    country: string | null
    address_line1: string | null
    address_line2: string | null
    type: string
    time_zone: Generated<string>
    status: Generated<string>
    tier: Generated<string>
    verified: Generated<boolean>
    version: Generated<number>
    created_at: ColumnType<Date, Date | string, Date | string>
    updated_at: ColumnType<Date, Date | string, Date | string>
    updated_by: string | null
    updated_by_name: string | null
    archived_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
    history_days: Generated<number>
    currency: Generated<string>
    road_speed_limits: Generated<boolean>
  }
  'organisation.fleets': {
    id: string
    company_id: string
    name: string
    description: string | null
    is_active: Generated<boolean>
    service_types: Generated<string[]>
    version: Generated<number>
    created_at: ColumnType<Date, Date | string, Date | string>
    updated_at: ColumnType<Date, Date | string, Date | string>
    archived_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
    manager_id: string | null
    updated_by_name: string | null
    features_off: Generated<string[]>
    configuration_version: Generated<number>
    configured_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
    configured_by_name: string | null
  }
  'organisation.guest_vehicles': {
    user_id: string
    company_id: string
    fleet_id: string | null
    vehicle_id: string | null
    assigned_at: ColumnType<Date, Date | string, Date | string>
    assigned_by: string | null
  }
  'organisation.panels': {
    user_id: string
    company_id: string
    section_order: Generated<string[]>
    hidden: Generated<string[]>
    updated_at: ColumnType<Date, Date | string, Date | string>
  }
  'payments.closeout_corrections': {
    id: string
    closeout_id: string
    company_id: string
    fleet_id: string
    amount_minor: number
    reason: string
    at: ColumnType<Date, Date | string, Date | string>
    by_id: string | null
    by_name: string | null
  }
  'payments.closeout_entries': {
    entry_id: string
    closeout_id: string
    fleet_id: string
  }
  'payments.closeouts': {
    id: string
    company_id: string
    fleet_id: string
    closeout_number: number
    driver_id: string
    driver_name: string
    shift_id: string | null
    entries: number
    first_at: ColumnType<Date, Date | string, Date | string>
    last_at: ColumnType<Date, Date | string, Date | string>
    expected_minor: number
    counted_minor: number
    currency: string
    note: string | null
    closed_at: ColumnType<Date, Date | string, Date | string>
    closed_by: string | null
    closed_by_name: string | null
  }
  'payments.entries': {
    id: string
    company_id: string
    fleet_id: string
    kind: string
    service_id: string | null
    service_number: number | null
    contact_id: string
    contact_name: string
    method: string
    amount_minor: number
    currency: string
    driver_id: string | null
    driver_name: string | null
    received_at: ColumnType<Date, Date | string, Date | string>
    note: string | null
    voids: string | null
    recorded_at: ColumnType<Date, Date | string, Date | string>
    recorded_by: string | null
    recorded_by_name: string | null
  }
  'payments.numbers': {
    company_id: string
    last_number: number
  }
  'places.zones': {
    id: string
    company_id: string
    fleet_id: string
    name: string
    corners: ColumnType<unknown, string, string>
    version: Generated<number>
    created_at: ColumnType<Date, Date | string, Date | string>
    updated_at: ColumnType<Date, Date | string, Date | string>
    updated_by_name: string | null
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
    entity_name: string | null
    words: GeneratedAlways<string | null>
  }
  'platform.backups': {
    id: GeneratedAlways<number>
    started_at: ColumnType<Date, Date | string, Date | string>
    ended_at: ColumnType<Date, Date | string, Date | string>
    file: string
    bytes: number | null
    error: string | null
  }
  'platform.deliveries': {
    id: string
    recipient: string
    language: string
    subject: string
    body: string
    status: Generated<string>
    created_at: ColumnType<Date, Date | string | null | undefined, Date | string>
    sent_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
    error: string | null
    channel: Generated<string>
    kind: Generated<string>
    attempts: Generated<number>
    next_attempt_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
    priority: Generated<number>
    order_key: string | null
    expires_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
    retried_after: Generated<number>
    unsubscribe_url: string | null
    receiver: string | null
    target_id: string | null
    topic: string | null
    provider_id: string | null
    delivered_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
    read_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
    reply_token: string | null
    files: ColumnType<unknown | null, string | null | undefined, string | null>
  }
  'platform.delivery_attempts': {
    delivery_id: string
    number: number
    ended_at: ColumnType<Date, Date | string, Date | string>
    milliseconds: number
    error: string
  }
  'platform.delivery_receivers': {
    receiver: string
    channel: string
    failures: number
    failing_since: ColumnType<Date, Date | string, Date | string>
    open_until: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
    trial_until: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
    last_error: string
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
  'platform.fact_listeners': {
    listener: string
    since: ColumnType<Date, Date | string, Date | string>
  }
  'platform.file_chunks': {
    file_id: string
    owner_id: string
    sequence: number
    content: Buffer
  }
  'platform.files': {
    id: string
    owner_id: string
    name: string
    content_type: string
    bytes: number
    created_at: ColumnType<Date, Date | string, Date | string>
    expires_at: ColumnType<Date, Date | string, Date | string>
    grants: string[] | null
    stored_in: Generated<string>
    completed_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
    is_of_record: Generated<boolean>
  }
  'platform.idempotency_keys': {
    key: string
    actor_id: string
    endpoint: string
    request_hash: string
    status: number | null
    answer: ColumnType<unknown | null, string | null | undefined, string | null>
    created_at: ColumnType<Date, Date | string | null | undefined, Date | string>
    grants: string[] | null
  }
  'platform.inbound': {
    id: string
    channel: string
    provider: string
    provider_id: string
    received_at: ColumnType<Date, Date | string, Date | string>
    from_address: string
    to_address: string
    body: string
    handled_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
    error: string | null
    raw: Buffer | null
    is_cut: Generated<boolean>
    attempts: Generated<number>
    next_attempt_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  }
  'platform.installation_keys': {
    name: string
    public: string
    sealed: string
    created_at: ColumnType<Date, Date | string, Date | string>
  }
  'platform.job_workers': {
    worker: string
    seen_at: ColumnType<Date, Date | string, Date | string>
  }
  'platform.mailbox_states': {
    mailbox: string
    uid_validity: number | null
    last_uid: Generated<number>
    last_received_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
    leased_by: string | null
    leased_until: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
    error: string | null
  }
  'platform.mails': {
    id: GeneratedAlways<string | null>
    recipient: GeneratedAlways<string | null>
    language: GeneratedAlways<string | null>
    subject: GeneratedAlways<string | null>
    body: GeneratedAlways<string | null>
    status: GeneratedAlways<string | null>
    created_at: GeneratedAlways<Date | null>
    sent_at: GeneratedAlways<Date | null>
    error: GeneratedAlways<string | null>
    channel: GeneratedAlways<string | null>
    kind: GeneratedAlways<string | null>
    attempts: GeneratedAlways<number | null>
    next_attempt_at: GeneratedAlways<Date | null>
  }
  'platform.migrations': {
    number: number
    name: string
    hash: string
    applied_at: ColumnType<Date, Date | string | null | undefined, Date | string>
    duration_milliseconds: number
  }
  'platform.opt_outs': {
    channel: string
    address: string
    reason: string
    created_at: ColumnType<Date, Date | string, Date | string>
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
  'platform.process_samples': {
    slot: ColumnType<Date, Date | string, Date | string>
    process_id: string
    host: string
    figures: ColumnType<unknown, string, string>
  }
  'platform.processes': {
    id: string
    roles: string[]
    host: string
    pid: number
    started_at: ColumnType<Date, Date | string, Date | string>
    seen_at: ColumnType<Date, Date | string, Date | string>
    figures: ColumnType<unknown, string, string>
    active_users: Generated<string[]>
  }
  'platform.secrets': {
    number: number
    fingerprint: string
    code_key: string | null
    since: ColumnType<Date, Date | string, Date | string>
  }
  'platform.works': {
    id: string
    kind: string
    company_id: string | null
    created_by: string
    address: string
    request_id: string
    payload: ColumnType<unknown, string, string>
    status: Generated<string>
    attempt: Generated<number>
    done: Generated<number>
    total: number | null
    result: ColumnType<unknown | null, string | null | undefined, string | null>
    error: string | null
    cancel_asked_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
    created_at: ColumnType<Date, Date | string, Date | string>
    started_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
    ended_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  }
  'services.charges': {
    service_id: string
    phase: string
    company_id: string
    fleet_id: string
    tariff_id: string | null
    tariff_name: string | null
    lines: ColumnType<unknown, string, string>
    total_minor: number
    currency: string
    distance_metres: number
    driving_seconds: number
    waiting_seconds: number
    distance_source: string
    time_source: string
    is_set: boolean
    computed_at: ColumnType<Date, Date | string, Date | string>
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
    recorded_at: ColumnType<Date, Date | string | null | undefined, Date | string>
    corrected_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
    corrected_by_name: string | null
    correction_reason: string | null
  }
  'services.imported_rows': {
    id: string
    company_id: string
    fleet_id: string
    import_id: string
    row_number: number
    reference: string | null
    fingerprint: string
    state: string
    service_id: string | null
    content: ColumnType<unknown | null, string | null | undefined, string | null>
    dispatch_time: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
    created_at: ColumnType<Date, Date | string, Date | string>
    created_by_name: string | null
    decided_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
    decided_by_name: string | null
  }
  'services.numbers': {
    company_id: string
    last_number: number
  }
  'services.pins': {
    service_id: string
    company_id: string
    fleet_id: string
    pin: string
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
    service_minutes: number | null
  }
  'services.proofs': {
    id: string
    company_id: string
    fleet_id: string
    service_id: string
    stop_id: string
    kind: string
    file_id: string | null
    at: ColumnType<Date, Date | string, Date | string>
    by_name: string | null
  }
  'services.ratings': {
    service_id: string
    company_id: string
    fleet_id: string
    stars: number
    comment: string | null
    rated_at: ColumnType<Date, Date | string, Date | string>
  }
  'services.search_tokens': {
    fleet_id: string
    service_number: number
    token: string
  }
  'services.series': {
    id: string
    company_id: string
    fleet_id: string
    content: ColumnType<unknown, string, string>
    anchor_day: ColumnType<string, string, string>
    plan: ColumnType<unknown | null, string | null | undefined, string | null>
    weekdays: ColumnType<unknown, string, string>
    until: ColumnType<string | null, string | null | undefined, string | null>
    skips_holidays: boolean
    is_paused: Generated<boolean>
    pause_problem: string | null
    pause_note: string | null
    covered_until: ColumnType<string, string, string>
    created_at: ColumnType<Date, Date | string, Date | string>
    created_by_name: string | null
    updated_at: ColumnType<Date, Date | string, Date | string>
    updated_by_name: string | null
    version: Generated<number>
    failing_since: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  }
  'services.series_days': {
    series_id: string
    day: ColumnType<string, string, string>
    company_id: string
    fleet_id: string
    service_id: string | null
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
    created_at: ColumnType<Date, Date | string, Date | string>
    created_by: string | null
    updated_at: ColumnType<Date, Date | string, Date | string>
    updated_by: string | null
    archived_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
    version: Generated<number>
    next_latitude: number | null
    next_longitude: number | null
    updated_by_name: string | null
    next_window_end: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
    paid_minor: Generated<number>
    payment_entries: Generated<number>
    last_closeout_number: number | null
    extras: ColumnType<unknown, string | null | undefined, string>
    planned_distance_metres: number | null
    planned_duration_seconds: number | null
    is_route_estimated: Generated<boolean>
    is_estimate_computed: Generated<boolean>
    start_odometer_metres: number | null
    series_id: string | null
    waiting_since: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
    required_vehicle_type: string | null
    required_seats: number | null
    required_skills: Generated<string[]>
    required_proofs: Generated<string[]>
    required_load_kg: number | null
    required_load_m3: number | null
    route_plan_id: string | null
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
  'services.templates': {
    id: string
    company_id: string
    contact_id: string
    name: string
    content: ColumnType<unknown, string, string>
    updated_at: ColumnType<Date, Date | string, Date | string>
    updated_by_name: string | null
  }
  'services.tracking_links': {
    id: string
    company_id: string
    fleet_id: string
    service_id: string
    contact_id: string
    token_hash: string
    language: string
    created_at: ColumnType<Date, Date | string, Date | string>
    created_by: string | null
    created_by_name: string | null
    opened_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
    revoked_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  }
  'services.views': {
    id: string
    user_id: string
    company_id: string
    name: string
    address: ColumnType<unknown, string, string>
    columns: string[] | null
    is_default: Generated<boolean>
    updated_at: ColumnType<Date, Date | string, Date | string>
    screen: Generated<string>
  }
  'shifts.cards': {
    id: string
    company_id: string
    contact_id: string
    card: string
    refused_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
    refused_reason: string | null
    refused_vehicle_number: string | null
    created_at: ColumnType<Date, Date | string, Date | string>
    created_by: string | null
  }
  'shifts.company_limits': {
    company_id: string
    day_minutes: number | null
    week_minutes: number | null
    needs_licence: boolean
    updated_at: ColumnType<Date, Date | string, Date | string>
    updated_by: string | null
    updated_by_name: string | null
    version: Generated<number>
    starts_by_card: Generated<boolean>
    ignition_off_minutes: number | null
  }
  'shifts.documents': {
    id: string
    company_id: string
    contact_id: string
    kind: string
    title: string | null
    number: string | null
    class: string | null
    expires_on: ColumnType<string | null, string | null | undefined, string | null>
    note: string | null
    created_at: ColumnType<Date, Date | string, Date | string>
    updated_at: ColumnType<Date, Date | string, Date | string>
    updated_by: string | null
    updated_by_name: string | null
    version: Generated<number>
  }
  'shifts.fleet_limits': {
    fleet_id: string
    company_id: string
    day_minutes: number | null
    week_minutes: number | null
    needs_licence: boolean
    updated_at: ColumnType<Date, Date | string, Date | string>
    updated_by: string | null
    updated_by_name: string | null
    version: Generated<number>
    starts_by_card: Generated<boolean>
    ignition_off_minutes: number | null
  }
  'shifts.shifts': {
    id: string
    company_id: string
    fleet_id: string
    series_id: string | null
    driver_id: string
    driver_name: string
    vehicle_id: string
    vehicle_number: string
    starts_at: ColumnType<Date, Date | string, Date | string>
    ends_at: ColumnType<Date, Date | string, Date | string>
    breaks: ColumnType<unknown, string | null | undefined, string>
    status: Generated<string>
    started_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
    ended_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
    note: string | null
    created_at: ColumnType<Date, Date | string, Date | string>
    created_by: string | null
    updated_at: ColumnType<Date, Date | string, Date | string>
    updated_by: string | null
    updated_by_name: string | null
    version: Generated<number>
    busy_from: GeneratedAlways<Date>
    busy_to: GeneratedAlways<Date>
    break_since: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
    is_by_card: Generated<boolean>
  }
  'shifts.unknown_cards': {
    company_id: string
    card: string
    vehicle_id: string
    first_seen_at: ColumnType<Date, Date | string, Date | string>
    last_seen_at: ColumnType<Date, Date | string, Date | string>
    times: Generated<number>
    is_ignored: Generated<boolean>
  }
  'telemetry.alarms': {
    id: string
    vehicle_id: string
    company_id: string
    fleet_id: string
    kind: string
    fix_time: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
    received_at: ColumnType<Date, Date | string, Date | string>
    latitude: number | null
    longitude: number | null
    is_late: boolean
    has_fix: boolean
  }
  'telemetry.days': {
    vehicle_no: GeneratedAlways<number | null>
    day: GeneratedAlways<string | null>
    vehicle_id: GeneratedAlways<string | null>
    company_id: GeneratedAlways<string | null>
    fleet_id: GeneratedAlways<string | null>
    records: GeneratedAlways<number | null>
    distance_metres: GeneratedAlways<number | null>
    moving_seconds: GeneratedAlways<number | null>
    idle_seconds: GeneratedAlways<number | null>
    engine_seconds: GeneratedAlways<number | null>
    max_speed_tenths: GeneratedAlways<number | null>
    first_at: GeneratedAlways<Date | null>
    last_at: GeneratedAlways<Date | null>
  }
  'telemetry.device_claims': {
    identifier: string
    id: string
    since: ColumnType<Date, Date | string, Date | string>
    contested_at: ColumnType<Date, Date | string, Date | string>
    addresses: string[]
  }
  'telemetry.device_connections': {
    identifier: string
    gateway_id: string
    protocol: string
    transport: string
    address: string
    connected_at: ColumnType<Date, Date | string, Date | string>
    disconnected_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
    heard_at: ColumnType<Date, Date | string, Date | string>
    contested_until: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  }
  'telemetry.dirty_days': {
    vehicle_no: number
    day: ColumnType<string, string, string>
    mark: number
  }
  'telemetry.expected_checks': {
    company_id: string
    since: ColumnType<Date, Date | string, Date | string>
    identifiers: number
  }
  'telemetry.expected_devices': {
    identifier: string
    company_id: string
    added_at: ColumnType<Date, Date | string, Date | string>
    added_by: string | null
    added_by_name: string | null
  }
  'telemetry.fence_states': {
    vehicle_no: number
    states: ColumnType<unknown, string, string>
    last_fix: ColumnType<unknown | null, string | null | undefined, string | null>
  }
  'telemetry.gateways': {
    id: string
    host: string
    ports: ColumnType<unknown, string, string>
    connection_limit: number
    counters: ColumnType<unknown, string, string>
    heard_at: ColumnType<Date, Date | string, Date | string>
  }
  'telemetry.history_boundary': {
    is_only: Generated<boolean>
    write_from: ColumnType<string, string, string>
    read_from: ColumnType<string, string, string>
  }
  'telemetry.inspected_messages': {
    number: GeneratedAlways<number>
    vehicle_id: string
    company_id: string
    identifier: string
    at: ColumnType<Date, Date | string, Date | string>
    direction: string
    kind: string
    protocol: string
    transport: string
    connection: string
    address: string
    bytes: Buffer
    length: number
    content: ColumnType<unknown, string, string>
  }
  'telemetry.inspections': {
    vehicle_id: string
    company_id: string
    fleet_id: string
    identifier: string
    since: ColumnType<Date, Date | string, Date | string>
    until: ColumnType<Date, Date | string, Date | string>
  }
  'telemetry.latest': {
    vehicle_no: GeneratedAlways<number | null>
    vehicle_id: GeneratedAlways<string | null>
    fleet_id: GeneratedAlways<string | null>
    fix_time: GeneratedAlways<Date | null>
    last_report_at: GeneratedAlways<Date | null>
    latitude: GeneratedAlways<number | null>
    longitude: GeneratedAlways<number | null>
    speed_kmh: GeneratedAlways<number | null>
    heading: GeneratedAlways<number | null>
    satellites: GeneratedAlways<number | null>
    ignition: GeneratedAlways<boolean | null>
    battery_percent: GeneratedAlways<number | null>
    fuel_percent: GeneratedAlways<number | null>
    signal_percent: GeneratedAlways<number | null>
    odometer_metres: GeneratedAlways<number | null>
    stand_since: GeneratedAlways<Date | null>
  }
  'telemetry.latest_readings': {
    vehicle_no: number
    as_of: ColumnType<Date, Date | string, Date | string>
    readings: Buffer
  }
  'telemetry.phone_fixes': {
    id: GeneratedAlways<number>
    vehicle_id: string
    fix_at: ColumnType<Date, Date | string, Date | string>
    received_at: ColumnType<Date, Date | string, Date | string>
    latitude: number
    longitude: number
    speed_kmh: number | null
    heading: number | null
    accuracy_metres: number | null
  }
  'telemetry.phones': {
    vehicle_id: string
    last_report_at: ColumnType<Date, Date | string, Date | string>
  }
  'telemetry.position_hours': {
    hour: ColumnType<Date, Date | string, Date | string>
    vehicle_no: number
    records: number
    points: Buffer
  }
  'telemetry.positions': {
    fix_time: ColumnType<Date, Date | string, Date | string>
    report_hash: number
    vehicle_no: number
    latitude: number
    longitude: number
    odometer_metres: number
    delay_ms: number
    levels: number
    speed_tenths: number
    heading: number
    altitude: number
    flags: number
  }
  'telemetry.positions_late': {
    fix_time: ColumnType<Date, Date | string, Date | string>
    report_hash: number
    vehicle_no: number
    latitude: number
    longitude: number
    odometer_metres: number
    delay_ms: number
    levels: number
    speed_tenths: number
    heading: number
    altitude: number
    flags: number
  }
  'telemetry.readings': {
    stated_at: ColumnType<Date, Date | string, Date | string>
    vehicle_no: number
    report_hash: number
    readings: Buffer
  }
  'telemetry.rejected_reports': {
    id: string
    received_at: ColumnType<Date, Date | string, Date | string>
    device_identifier: string
    vehicle_no: number | null
    protocol: string
    reason: string
    detail: string | null
    fix_time: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
    report: ColumnType<unknown, string, string>
    frame: Buffer | null
    frame_context: ColumnType<unknown | null, string | null | undefined, string | null>
  }
  'telemetry.stays': {
    id: string
    vehicle_no: number
    vehicle_id: string
    company_id: string
    fleet_id: string
    started_at: ColumnType<Date, Date | string, Date | string>
    ended_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
    latitude: number
    longitude: number
    idle_seconds: Generated<number>
  }
  'telemetry.trips': {
    id: string
    vehicle_no: number
    vehicle_id: string
    company_id: string
    fleet_id: string
    started_at: ColumnType<Date, Date | string, Date | string>
    ended_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
    start_latitude: number
    start_longitude: number
    end_latitude: number | null
    end_longitude: number | null
    distance_metres: Generated<number>
    max_speed_tenths: Generated<number>
    moving_seconds: Generated<number>
  }
  'telemetry.unknown_devices': {
    identifier: string
    protocol: string
    address: string | null
    reports: number
    first_seen_at: ColumnType<Date, Date | string, Date | string>
    last_seen_at: ColumnType<Date, Date | string, Date | string>
    fix_time: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
    latitude: number | null
    longitude: number | null
    is_expected: Generated<boolean>
  }
  'telemetry.vehicle_days': {
    vehicle_no: number
    day: ColumnType<string, string, string>
    vehicle_id: string
    company_id: string
    fleet_id: string
    records: number
    distance_metres: number
    moving_seconds: number
    idle_seconds: number
    engine_seconds: number
    max_speed_tenths: number
    first_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
    last_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  }
  'telemetry.vehicle_state': {
    vehicle_no: number
    vehicle_id: string
    company_id: string
    fleet_id: string
    as_of: ColumnType<Date, Date | string | null | undefined, Date | string>
    last_report_at: ColumnType<Date, Date | string | null | undefined, Date | string>
    last_report_hash: Generated<number>
    latitude: number | null
    longitude: number | null
    speed_tenths: number | null
    heading: number | null
    altitude: number | null
    satellites: number | null
    ignition: boolean | null
    is_charging: boolean | null
    is_engine_blocked: boolean | null
    battery_percent: number | null
    fuel_percent: number | null
    signal_percent: number | null
    power_volts: number | null
    odometer_metres: Generated<number>
    protocol: string | null
    last_fix_ignition: boolean | null
    stand_since: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
    stand_latitude: number | null
    stand_longitude: number | null
    stand_idle_seconds: Generated<number>
    trip_started_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
    trip_distance_metres: Generated<number>
    trip_stand_metres: Generated<number>
    trip_max_speed_tenths: Generated<number>
    trip_moving_seconds: Generated<number>
    engine_seconds: Generated<number>
    day: ColumnType<string | null, string | null | undefined, string | null>
    day_records: Generated<number>
    day_distance_metres: Generated<number>
    day_moving_seconds: Generated<number>
    day_idle_seconds: Generated<number>
    day_engine_seconds: Generated<number>
    day_max_speed_tenths: Generated<number>
    day_first_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
    state_version: Generated<number>
    suspect_fixes: Generated<number>
    suspect_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
    suspect_latitude: number | null
    suspect_longitude: number | null
    driver_card: string | null
    trouble_codes: string | null
    conditions: string | null
  }
  'vehicles.contacts': {
    vehicle_id: string
    company_id: string
    fleet_id: string
    contact_id: string
    role: string
    is_primary: Generated<boolean>
    since: ColumnType<Date, Date | string, Date | string>
  }
  'vehicles.device_passwords': {
    vehicle_id: string
    identifier: string
    sealed: string
    updated_at: ColumnType<Date, Date | string, Date | string>
  }
  'vehicles.device_spans': {
    imei: string
    vehicle_id: string
    company_id: string
    fleet_id: string
    attached_at: ColumnType<Date, Date | string, Date | string>
    detached_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  }
  'vehicles.listened': {
    id: GeneratedAlways<string | null>
    vehicle_no: GeneratedAlways<number | null>
    company_id: GeneratedAlways<string | null>
    fleet_id: GeneratedAlways<string | null>
    imei: GeneratedAlways<string | null>
    silence_from: GeneratedAlways<Date | null>
    is_silent: GeneratedAlways<boolean | null>
    time_zone: GeneratedAlways<string | null>
    history_days: GeneratedAlways<number | null>
  }
  'vehicles.numbered': {
    vehicle_no: GeneratedAlways<number | null>
    id: GeneratedAlways<string | null>
    company_id: GeneratedAlways<string | null>
    fleet_id: GeneratedAlways<string | null>
    time_zone: GeneratedAlways<string | null>
    history_days: GeneratedAlways<number | null>
  }
  'vehicles.status_causes': {
    vehicle_id: string
    company_id: string
    fleet_id: string
    cause: string
    source_id: Generated<string>
    since: ColumnType<Date, Date | string, Date | string>
    detail: string | null
  }
  'vehicles.status_counts': {
    fleet_id: string
    at: ColumnType<Date, Date | string, Date | string>
    company_id: string
    counts: ColumnType<unknown, string, string>
  }
  'vehicles.vehicles': {
    id: string
    vehicle_no: GeneratedAlways<number>
    company_id: string
    fleet_id: string
    vehicle_number: string
    plate_number: string
    vin: string | null
    make: string
    model: string
    year: number
    type: string
    color: string
    fuel_type: string
    mileage: Generated<number>
    imei: string | null
    gps_model: string | null
    gps_serial_number: string | null
    gps_firmware_version: string | null
    gps_hardware_version: string | null
    last_service_date: ColumnType<string | null, string | null | undefined, string | null>
    next_service_date: ColumnType<string | null, string | null | undefined, string | null>
    installation_date: ColumnType<string, string, string>
    installation_responsible: string | null
    notes_owner: string | null
    notes_mechanic: string | null
    notes_general: string | null
    status: string
    status_order: number
    status_since: ColumnType<Date, Date | string, Date | string>
    silence_from: ColumnType<Date, Date | string, Date | string>
    number_key: string
    plate_key: string
    search_text: string
    version: Generated<number>
    created_at: ColumnType<Date, Date | string, Date | string>
    updated_at: ColumnType<Date, Date | string, Date | string>
    updated_by_name: string | null
    archived_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
    sim_number: string | null
    device_secret_hash: string | null
    seats: number | null
    load_kg: number | null
    load_m3: number | null
    skills: Generated<string[]>
    skill_keys: Generated<string[]>
    speed_limit_kmh: number | null
    allowed_hours: ColumnType<unknown, string | null | undefined, string>
    insurer: string | null
    insurance_policy: string | null
    insurance_expires_on: ColumnType<string | null, string | null | undefined, string | null>
    licence_expires_on: ColumnType<string | null, string | null | undefined, string | null>
    expires_on: GeneratedAlways<string | null>
    open_text: GeneratedAlways<string>
    working_zone_ids: Generated<string[]>
  }
  'watchpoints.approach_alerts': {
    id: string
    user_id: string
    company_id: string
    fleet_id: string
    label: string
    vehicle_id: string | null
    latitude: number
    longitude: number
    minutes: number
    created_at: ColumnType<Date, Date | string, Date | string>
    expires_at: ColumnType<Date, Date | string, Date | string>
    checked_at: ColumnType<Date, Date | string, Date | string>
    has_gap: Generated<boolean>
    outcome: string | null
    ended_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
    near_vehicle_id: string | null
    near_vehicle_number: string | null
    near_seconds: number | null
    is_estimate: Generated<boolean>
  }
  'watchpoints.watchpoints': {
    id: string
    company_id: string
    fleet_id: string
    name: string
    latitude: number
    longitude: number
    version: Generated<number>
    created_at: ColumnType<Date, Date | string, Date | string>
    created_by_name: string | null
    updated_at: ColumnType<Date, Date | string, Date | string>
    updated_by_name: string | null
    search_text: GeneratedAlways<string>
  }
}
