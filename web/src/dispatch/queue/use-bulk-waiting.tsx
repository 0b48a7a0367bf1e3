import AutoFixHighRounded from '@mui/icons-material/AutoFixHighRounded'
import CancelOutlined from '@mui/icons-material/CancelOutlined'
import FlagOutlined from '@mui/icons-material/FlagOutlined'
import PauseCircleOutlineRounded from '@mui/icons-material/PauseCircleOutlineRounded'
import PlayCircleOutlineRounded from '@mui/icons-material/PlayCircleOutlineRounded'
import {
  changeWaiting,
  type WaitingChange,
  type waitingRefusals,
} from '@rumbo/contract/dispatch.bulk.contract'
import { bulkRefusals, changeServices, type ServicesChange } from '@rumbo/contract/services.bulk.contract'
import { priorities, type Service } from '@rumbo/contract/services.contract'
import { type ReactNode, useState } from 'react'
import { useErrorMessage } from '../../app/client-context.tsx'
import { useChange } from '../../app/data/use-data.ts'
import { BulkButton } from '../../services/bulk/BulkButton.tsx'
import { useBulk } from '../../services/bulk/use-bulk.tsx'
import { CancelDialog } from '../../services/CancelDialog.tsx'
import { ChoiceMenu } from '../../ui/fields/ChoiceMenu.tsx'
import { useText } from '../../ui/i18n.tsx'
import { SelectionBar } from '../../ui/table/SelectionBar.tsx'
import { useToasts } from '../../ui/toasts/toasts.tsx'
import { type SelectHow, selectRow } from './selection.rules.ts'

type Refusal = (typeof waitingRefusals)[number]
const isOfServices = (refusal: Refusal): refusal is (typeof bulkRefusals)[number] =>
  (bulkRefusals as readonly string[]).includes(refusal)

export interface BulkWaiting {
  ids: ReadonlySet<string>
  /** @param from where a range begins; default: the row selected last */
  select: (id: string, how: SelectHow, from?: string) => void
  clear: () => void
  assignBest: () => void
  /** Keeps one service from the engine, or gives it back. */
  hold: (service: Service, action: 'hold' | 'release') => Promise<void>
  bar: ReactNode
  dialogs: ReactNode
}

/**
 * Selected waiting services and what may be done with all of them; the result names each. Undefined for those who may
 * not dispatch.
 * @param lockedReason why nothing can be changed now, in words
 */
export function useBulkWaiting(
  items: readonly Service[] | undefined,
  place: string,
  { mayDispatch, lockedReason }: { mayDispatch: boolean; lockedReason: string | null },
): BulkWaiting | undefined {
  const { t } = useText()
  const toasts = useToasts()
  const message = useErrorMessage()
  const [anchorId, setAnchorId] = useState<string | null>(null)
  const [isCancelling, setCancelling] = useState(false)
  const [menuAt, setMenuAt] = useState<HTMLElement | null>(null)
  const wordsOf = (refusal: Refusal) =>
    isOfServices(refusal) ? t(`services.bulk.problem.${refusal}`) : t(`dispatch.bulk.problem.${refusal}`)
  const bulk = useBulk<Refusal>(items, place, wordsOf)
  const waiting = useChange(changeWaiting, { evicts: ['services', 'vehicles'] })
  const services = useChange(changeServices, { evicts: ['dispatch', 'vehicles'] })
  if (!mayDispatch) return undefined

  const allowed = (work: () => void) => () =>
    lockedReason === null ? work() : toasts.show({ type: 'warning', message: lockedReason })
  const change = (action: WaitingChange) =>
    bulk.run(async (part) => (await waiting.mutateAsync({ body: { services: part, action } })).items)
  const changeEach = (what: ServicesChange) =>
    bulk.run(async (part) => (await services.mutateAsync({ body: { services: part, change: what } })).items)
  const count = bulk.ids.size
  const assignBest = allowed(() => void change('assign'))
  const buttonOf = { isBusy: bulk.isPending }
  return {
    ids: bulk.ids,
    select: (id, how, from) => {
      const rows = (items ?? []).map((one) => one.id)
      const next = selectRow({ ids: bulk.ids, anchor: anchorId }, rows, id, how, from ?? anchorId)
      setAnchorId(next.anchor)
      bulk.choose(next.ids)
    },
    clear: bulk.clear,
    assignBest,
    hold: async ({ id, version, serviceNumber }, action) => {
      try {
        const { items: done } = await waiting.mutateAsync({ body: { services: [{ id, version }], action } })
        const refusal = done[0]?.problem ?? null
        toasts.show(
          refusal === null
            ? { type: 'success', message: t(`dispatch.bulk.done.${action}`, { number: serviceNumber }) }
            : { type: 'error', message: wordsOf(refusal) },
        )
      } catch (error) {
        toasts.show({ type: 'error', message: message(error, t('services.bulk.failed')) })
      }
    },
    bar: (
      <SelectionBar
        words={count === 0 ? null : t('services.bulk.selected', { count })}
        clearLabel={t('vehicleForm.list.selectNone')}
        onClear={bulk.clear}
      >
        <BulkButton
          {...buttonOf}
          label={t('dispatch.bulk.assign')}
          icon={<AutoFixHighRounded />}
          onPress={assignBest}
        />
        <BulkButton
          {...buttonOf}
          label={t('dispatch.bulk.hold')}
          icon={<PauseCircleOutlineRounded />}
          onPress={allowed(() => void change('hold'))}
        />
        <BulkButton
          {...buttonOf}
          label={t('dispatch.bulk.release')}
          icon={<PlayCircleOutlineRounded />}
          onPress={allowed(() => void change('release'))}
        />
        <BulkButton
          {...buttonOf}
          label={t('services.field.priorityLevel')}
          icon={<FlagOutlined />}
          onPress={(at) => allowed(() => setMenuAt(at))()}
        />
        <BulkButton
          {...buttonOf}
          label={t('services.bulk.cancel')}
          icon={<CancelOutlined />}
          onPress={allowed(() => setCancelling(true))}
          isDangerous
        />
      </SelectionBar>
    ),
    dialogs: (
      <>
        <ChoiceMenu
          anchor={menuAt}
          label={t('services.field.priorityLevel')}
          onClose={() => setMenuAt(null)}
          items={priorities.map((priorityLevel) => ({
            label: t(`services.priority.${priorityLevel}`),
            onChoose: () => void changeEach({ action: 'prioritise', priorityLevel }),
          }))}
        />
        {isCancelling && (
          <CancelDialog
            title={t('services.bulk.cancelTitle', { count })}
            onCancel={(by, note) => changeEach({ action: 'cancel', by, note })}
            onClose={() => setCancelling(false)}
          />
        )}
        {bulk.result}
      </>
    ),
  }
}
