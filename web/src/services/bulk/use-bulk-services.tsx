import CancelOutlined from '@mui/icons-material/CancelOutlined'
import DeleteOutlineRounded from '@mui/icons-material/DeleteOutlineRounded'
import FlagOutlined from '@mui/icons-material/FlagOutlined'
import SendRounded from '@mui/icons-material/SendRounded'
import Button from '@mui/material/Button'
import type { OutputOf } from '@rumbo/contract/endpoint'
import { changeServices, type ServicesChange, serviceBulkLimit } from '@rumbo/contract/services.bulk.contract'
import { priorities, type Service } from '@rumbo/contract/services.contract'
import { type ReactNode, useEffect, useState } from 'react'
import { useErrorMessage } from '../../app/client-context.tsx'
import { useChange } from '../../app/data/use-data.ts'
import { BulkResult } from '../../ui/dialogs/BulkResult.tsx'
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx'
import { ChoiceMenu } from '../../ui/fields/ChoiceMenu.tsx'
import { useText } from '../../ui/i18n.tsx'
import { ServiceStatusChip } from '../../ui/StatusChip.tsx'
import { SelectionBar } from '../../ui/table/SelectionBar.tsx'
import type { TableSelection } from '../../ui/table/table-model.ts'
import { CancelDialog } from '../CancelDialog.tsx'

type Result = OutputOf<typeof changeServices>['items'][number]

interface Outcome {
  results: readonly Result[]
  /** Services that could not be sent, and why. */
  left: number
  failure: string | null
}

interface BulkServices {
  selection: TableSelection | undefined
  bar: ReactNode
  dialogs: ReactNode
}

/**
 * Selected services of a list, what may be done with all of them, and the result for each. Those refused stay selected.
 * @param place changes where other services are shown: the selection is then cleared
 */
export function useBulkServices(
  items: readonly Service[] | undefined,
  mayDispatch: boolean,
  place: string,
): BulkServices {
  const { t } = useText()
  const message = useErrorMessage()
  /** By id, so that a row that left the page stays selected. */
  const [chosen, setChosen] = useState<ReadonlyMap<string, Service>>(new Map())
  const [asked, setAsked] = useState<'cancel' | 'delete' | null>(null)
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const bulk = useChange(changeServices, { evicts: ['dispatch', 'vehicles'] })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another fleet has other services
  useEffect(() => setChosen(new Map()), [place])

  const choose = (ids: ReadonlySet<string>) => {
    const known = [...chosen.values(), ...(items ?? [])]
    setChosen(new Map(known.flatMap((one) => (ids.has(one.id) ? [[one.id, one] as const] : []))))
  }
  const run = async (change: ServicesChange) => {
    if (bulk.isPending) return
    const present = new Map(items?.map((one) => [one.id, one]))
    // The rows may have changed since they were selected.
    const services = [...chosen.values()].map((one) => {
      const { id, version } = present.get(one.id) ?? one
      return { id, version }
    })
    const results: Result[] = []
    let failure: string | null = null
    try {
      for (let from = 0; from < services.length; from += serviceBulkLimit) {
        const part = services.slice(from, from + serviceBulkLimit)
        results.push(...(await bulk.mutateAsync({ body: { services: part, change } })).items)
      }
    } catch (error) {
      failure = message(error, t('services.bulk.failed'))
    }
    const notSent = services.slice(results.length).map(({ id }) => id)
    const refused = results.filter(({ problem }) => problem !== null).map(({ id }) => id)
    choose(new Set([...refused, ...notSent]))
    setOutcome({ results, left: notSent.length, failure })
  }

  const count = chosen.size
  const button = (
    label: string,
    icon: ReactNode,
    onClick: (at: HTMLElement) => void,
    isDangerous = false,
  ) => (
    <Button
      size="small"
      variant="outlined"
      color={isDangerous ? 'error' : undefined}
      startIcon={icon}
      disabled={bulk.isPending}
      onClick={(event) => onClick(event.currentTarget)}
    >
      {label}
    </Button>
  )
  const nameOf = (id: string, number: number | null) => String(number ?? chosen.get(id)?.serviceNumber ?? '—')
  const wordsOf = ({ problem, status }: Result) =>
    problem === null
      ? t('services.bulk.done')
      : problem === 'service_wrong_state' && status !== null
        ? t('services.bulk.wrongState', { status: t(`services.status.${status}`) })
        : t(`services.bulk.problem.${problem}`)
  return {
    selection: mayDispatch ? { ids: new Set(chosen.keys()), onChange: choose } : undefined,
    bar: (
      <SelectionBar
        words={count === 0 ? null : t('services.bulk.selected', { count })}
        clearLabel={t('vehicleForm.list.selectNone')}
        onClear={() => setChosen(new Map())}
      >
        {button(t('services.action.sendToDispatch'), <SendRounded />, () => void run({ action: 'dispatch' }))}
        {button(t('services.field.priorityLevel'), <FlagOutlined />, setAnchor)}
        {button(t('services.bulk.cancel'), <CancelOutlined />, () => setAsked('cancel'), true)}
        {button(t('services.bulk.delete'), <DeleteOutlineRounded />, () => setAsked('delete'), true)}
      </SelectionBar>
    ),
    dialogs: (
      <>
        <ChoiceMenu
          anchor={anchor}
          label={t('services.field.priorityLevel')}
          onClose={() => setAnchor(null)}
          items={priorities.map((priorityLevel) => ({
            label: t(`services.priority.${priorityLevel}`),
            onChoose: () => void run({ action: 'prioritise', priorityLevel }),
          }))}
        />
        {asked === 'cancel' && (
          <CancelDialog
            title={t('services.bulk.cancelTitle', { count })}
            onCancel={(by, note) => run({ action: 'cancel', by, note })}
            onClose={() => setAsked(null)}
          />
        )}
        <ConfirmDialog
          open={asked === 'delete'}
          isDestructive
          title={t('services.bulk.deleteTitle', { count })}
          text={t('services.bulk.deleteText')}
          confirmLabel={t('services.bulk.delete')}
          onConfirm={async () => {
            await run({ action: 'delete' })
            setAsked(null)
          }}
          onClose={() => setAsked(null)}
        />
        {outcome !== null && (
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
        )}
      </>
    ),
  }
}
