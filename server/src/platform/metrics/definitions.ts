interface MetricDefinition {
  type: 'counter' | 'gauge' | 'histogram'
  labels: readonly string[]
  /**
   * `process`: reported by every api process. `installation`: the same for all processes, so only one api process
   * reports it and sums over processes count it once.
   */
  scope: 'process' | 'installation'
  help: string
}

/** Every metric at `/metrics` besides those of Node; source of the generated list. Counters end in `_total`. */
export const metricDefinitions = {
  rumbo_build_info: {
    type: 'gauge',
    labels: ['version'],
    scope: 'process',
    help: 'Always 1; the label is the version',
  },
  rumbo_http_request_seconds: {
    type: 'histogram',
    labels: ['endpoint', 'method', 'status'],
    scope: 'process',
    help: 'Duration of answered calls',
  },
  rumbo_database_connections: {
    type: 'gauge',
    labels: ['state'],
    scope: 'process',
    help: 'Database connections of the process (total, idle), and calls that wait for one (waiting)',
  },
  rumbo_live: {
    type: 'gauge',
    labels: ['what'],
    scope: 'process',
    help: 'Live stream: viewers, slow viewers, watched fleets',
  },
  rumbo_live_encoded_total: {
    type: 'counter',
    labels: [],
    scope: 'process',
    help: 'Encoded messages of the live stream; each is sent to all its viewers',
  },
  rumbo_reporter: {
    type: 'gauge',
    labels: [],
    scope: 'process',
    help: '1 where this process reports the metrics of the installation, else 0',
  },
  rumbo_gateway_total: {
    type: 'counter',
    labels: ['gateway', 'protocol', 'what', 'reason'],
    scope: 'installation',
    help: 'What each gateway process counted since its start, by protocol and, where there are several, reason',
  },
  rumbo_gateway_connections: {
    type: 'gauge',
    labels: ['gateway', 'protocol'],
    scope: 'installation',
    help: 'Open device connections',
  },
  rumbo_intake_total: {
    type: 'counter',
    labels: ['gateway', 'what', 'reason'],
    scope: 'installation',
    help: 'Reports and batches of each gateway process since its start; rejected reports by protocol and reason',
  },
  rumbo_intake: {
    type: 'gauge',
    labels: ['gateway', 'what'],
    scope: 'installation',
    help: 'Reports that wait for their commit (waitingReports), devices in memory (knownDevices)',
  },
  rumbo_facts: {
    type: 'gauge',
    labels: ['state'],
    scope: 'installation',
    help: 'Facts that wait for a listener (pending), and those of them that failed before (failing)',
  },
  rumbo_jobs: {
    type: 'gauge',
    labels: ['state'],
    scope: 'installation',
    help: 'Jobs: due and not started (waiting), running, failed after the last attempt (failed)',
  },
  rumbo_job_oldest_seconds: {
    type: 'gauge',
    labels: [],
    scope: 'installation',
    help: 'How long the oldest due job has been waiting; 0 where none waits',
  },
  rumbo_deliveries_total: {
    type: 'counter',
    labels: ['worker', 'channel', 'status'],
    scope: 'installation',
    help: 'Mails and SMS of each worker process since its start: sent, failed attempts to be repeated (retried), failed, expired, kept',
  },
  rumbo_deliveries_waiting: {
    type: 'gauge',
    labels: ['channel', 'state'],
    scope: 'installation',
    help: 'Mails and SMS that wait to be sent or tried again (all), and those of them over 5 minutes old (late)',
  },
  rumbo_services: {
    type: 'gauge',
    labels: ['status'],
    scope: 'installation',
    help: 'Services that are not final, by status',
  },
  rumbo_process_up: {
    type: 'gauge',
    labels: ['process_role', 'host', 'pid'],
    scope: 'installation',
    help: '1 where the process reported within 25 s, 0 where it fell silent without ending in order',
  },
  rumbo_process_memory_bytes: {
    type: 'gauge',
    labels: ['process_role', 'host', 'pid'],
    scope: 'installation',
    help: 'Resident memory at the last report of the process',
  },
  rumbo_disk_bytes: {
    type: 'gauge',
    labels: ['host', 'what'],
    scope: 'installation',
    help: 'The file system of the data folder: size, free',
  },
  rumbo_storage_level: {
    type: 'gauge',
    labels: [],
    scope: 'process',
    help: 'Disk of the machine of this process: 0 ample, 1 below 10 % free, 2 below 5 % free, 3 full (changes are refused)',
  },
  rumbo_database_bytes: {
    type: 'gauge',
    labels: [],
    scope: 'installation',
    help: 'Size of the database on disk',
  },
  rumbo_certificate_days: {
    type: 'gauge',
    labels: [],
    scope: 'installation',
    help: 'Whole days until the TLS certificate ends; absent without HTTPS',
  },
  rumbo_backup_age_seconds: {
    type: 'gauge',
    labels: [],
    scope: 'installation',
    help: 'Time since the start of the last complete backup; absent before the first',
  },
  rumbo_backup_bytes: {
    type: 'gauge',
    labels: [],
    scope: 'installation',
    help: 'Size of the last complete backup',
  },
  rumbo_backup_failed: {
    type: 'gauge',
    labels: [],
    scope: 'installation',
    help: '1 where the last scheduled backup failed, else 0; absent before the first',
  },
} as const satisfies Record<`rumbo_${string}`, MetricDefinition>

export type MetricName = keyof typeof metricDefinitions
type LabelsOf<Name extends MetricName> = (typeof metricDefinitions)[Name]['labels'][number]

/** The current value of one series, with its label values. */
export interface Sample<Name extends MetricName = MetricName> {
  labels: Readonly<Record<LabelsOf<Name>, string>>
  value: number
}

/** Metrics read at each scrape; the others are updated as calls end. */
export type ReadMetricName = Exclude<MetricName, 'rumbo_build_info' | 'rumbo_http_request_seconds'>

/** One series per key of a record, for a metric with a single label. */
export const samplesBy = <Name extends MetricName>(
  label: LabelsOf<Name>,
  values: Readonly<Record<string, number>>,
): Sample<Name>[] =>
  Object.entries(values).map(([key, value]) => ({
    labels: { [label]: key } as Sample<Name>['labels'],
    value,
  }))
