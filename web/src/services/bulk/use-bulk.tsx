import type { OutputOf } from '@rumbo/contract/endpoint'
import { type changeServices, serviceBulkLimit } from '@rumbo/contract/services.bulk.contract'
import type { Service } from '@rumbo/contract/services.contract'
import { type ReactNode, useEffect, useState } from 'react'
import { useErrorMessage } from '../../app/client-context.tsx'
import { BulkResult } from '../../ui/dialogs/BulkResult.tsx'
import { useText } from '../../ui/i18n.tsx'
import { ServiceStatusChip } from '../../ui/StatusChip.tsx'

export type ServiceRefusal = NonNullable<OutputOf<typeof changeServices>['items'][number]['problem']>
/** The outcome for one service, of any call with the shape of `changeServices`. */
export interface BulkItem<Refusal extends string = ServiceRefusal>
  extends Pick<Service, 'id'>,
    Pick<OutputOf<typeof changeServices>['items'][number], 'serviceNumber' | 'status'> {
  problem: Refusal | null
  /** The vehicle it now has, where that is the result. */
  vehicleNumber?: string | null
}
export type BulkPart = { id: string; version: number }[]

interface Outcome<Refusal extends string> {
  results: readonly BulkItem<Refusal>[]
  /** Services that could not be sent, and why. */
  left: number
  failure: string | null
}

export interface Bulk<Refusal extends string> {
  ids: ReadonlySet<string>
  choose: (ids: ReadonlySet<string>) => void
  clear: () => void
  /** Sends the selected services by parts. Those refused stay selected; the result is shown. */
  run: (send: (part: BulkPart) => Promise<readonly BulkItem<Refusal>[]>) => Promise<void>
  isPending: boolean
  /** The result of the last run, as a dialog. */
  result: ReactNode
}

/**
 * Selected services of a list, and the result of what is done with all of them.
 * @param place changes where other services are shown: the selection is then cleared
 * @param refusalWords what a refusal means, in words
 */
export function useBulk<Refusal extends string>(
  items: readonly Service[] | undefined,
  place: string,
  refusalWords: (refusal: Refusal) => string,
): Bulk<Refusal> {
  const { t } = useText()
  const message = useErrorMessage()
  /** By id, so that a row that left the page stays selected. */
  const [chosen, setChosen] = useState<ReadonlyMap<string, Service>>(new Map())
  const [outcome, setOutcome] = useState<Outcome<Refusal> | null>(null)
  const [isPending, setPending] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another fleet has other services
  useEffect(() => setChosen(new Map()), [place])

  const choose = (ids: ReadonlySet<string>) => {
    const known = [...chosen.values(), ...(items ?? [])]
    setChosen(new Map(known.flatMap((one) => (ids.has(one.id) ? [[one.id, one] as const] : []))))
  }
  const run: Bulk<Refusal>['run'] = async (send) => {
    if (isPending) return
    setPending(true)
    const present = new Map(items?.map((one) => [one.id, one]))
    // The rows may have changed since they were selected.
    const services = [...chosen.values()].map((one) => {
      const { id, version } = present.get(one.id) ?? one
      return { id, version }
    })
    const results: BulkItem<Refusal>[] = []
    let failure: string | null = null
    try {
      for (let from = 0; from < services.length; from += serviceBulkLimit)
        results.push(...(await send(services.slice(from, from + serviceBulkLimit))))
    } catch (error) {
      failure = message(error, t('services.bulk.failed'))
    }
    const notSent = services.slice(results.length).map(({ id }) => id)
    const refused = results.filter(({ problem }) => problem !== null).map(({ id }) => id)
    choose(new Set([...refused, ...notSent]))
    setOutcome({ results, left: notSent.length, failure })
    setPending(false)
  }

  const nameOf = (id: string, number: number | null) => String(number ?? chosen.get(id)?.serviceNumber ?? '—')
  const wordsOf = ({ problem, status, vehicleNumber }: BulkItem<Refusal>) =>
    problem === null
      ? vehicleNumber
        ? t('services.bulk.doneWith', { vehicle: vehicleNumber })
        : t('services.bulk.done')
      : problem === 'service_wrong_state' && status !== null
        ? t('services.bulk.wrongState', { status: t(`services.status.${status}`) })
        : refusalWords(problem)
  return {
    ids: new Set(chosen.keys()),
    choose,
    clear: () => setChosen(new Map()),
    run,
    isPending,
    result: outcome !== null && (
      <BulkResult
        title={t('services.bulk.result')}
        summary={t('services.bulk.summary', {
          done: outcome.results.filter(({ problem }) => problem === null).length,
          total: outcome.results.length + outcome.left,
        })}
        failure={
          outcome.failure === null
            ? undefined
            : `${t('services.bulk.left', { count: outcome.left })} ${outcome.failure}`
        }
        outcomes={outcome.results.map((one) => ({
          id: one.id,
          name: nameOf(one.id, one.serviceNumber),
          words: wordsOf(one),
          isWell: one.problem === null,
          state: one.status && (
            <ServiceStatusChip status={one.status} label={t(`services.status.${one.status}`)} />
          ),
        }))}
        onClose={() => setOutcome(null)}
      />
    ),
  }
}
