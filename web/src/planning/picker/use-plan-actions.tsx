import { createPlan, deletePlan, type PlanSummary } from '@rumbo/contract/planning.contract'
import { type ReactNode, useState } from 'react'
import { useErrorMessage } from '../../app/client-context.tsx'
import { useChange } from '../../app/data/use-data.ts'
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx'
import { useText } from '../../ui/i18n.tsx'
import { useToasts } from '../../ui/toasts/toasts.tsx'
import { useDayText } from './DayPicker.tsx'
import { freeName } from './day.rules.ts'
import { PlanDialog, type PlanFields } from './PlanDialog.tsx'

interface Options {
  fleetId: string
  day: string
  plans: readonly PlanSummary[]
  /** A plan was created, or the open one deleted (null). */
  onOpen: (planId: string | null) => void
}

type Asked = { what: 'create' } | { what: 'copy' | 'delete'; plan: PlanSummary }

/** Creates, copies and deletes the plans of a day. `createUsual` needs no dialog. */
export function usePlanActions({ fleetId, day, plans, onOpen }: Options) {
  const { t } = useText()
  const message = useErrorMessage()
  const toasts = useToasts()
  const dayText = useDayText()
  const [asked, setAsked] = useState<Asked | null>(null)
  const close = () => setAsked(null)
  const fail = (error: unknown) =>
    toasts.show({ type: 'error', message: message(error, t('ui.error.title')) })
  const create = useChange(createPlan, {
    onSuccess: ({ id }) => {
      close()
      onOpen(id)
    },
  })
  const remove = useChange(deletePlan)
  const usualName = freeName(
    t('planning.plan.usualName', { day: dayText(day) }),
    plans.map(({ name }) => name),
  )
  const send = (fields: PlanFields, copyOf: string | null) =>
    create.mutate({ body: { fleetId, date: day, ...fields, copyOf } })

  async function confirmDelete({ id, name, version }: PlanSummary) {
    try {
      await remove.mutateAsync({ params: { id }, query: { version } })
      close()
      toasts.show({ type: 'success', message: t('planning.plan.deleted', { name }) })
      onOpen(null)
    } catch (error) {
      fail(error)
      throw error
    }
  }

  const first = (): PlanFields =>
    asked?.what === 'copy'
      ? {
          name: freeName(
            t('planning.plan.copyName', { name: asked.plan.name }),
            plans.map(({ name }) => name),
          ),
          startTime: asked.plan.startTime,
          endTime: asked.plan.endTime,
        }
      : { name: usualName, startTime: null, endTime: null }
  const isPublished = asked?.what === 'delete' && asked.plan.status !== 'draft'
  const dialogs: ReactNode = (
    <>
      {(asked?.what === 'create' || asked?.what === 'copy') && (
        <PlanDialog
          title={t(asked.what === 'copy' ? 'planning.plan.duplicateTitle' : 'planning.plan.newTitle')}
          submitLabel={t('planning.plan.create')}
          first={first()}
          isBusy={create.isPending}
          error={create.isError ? message(create.error, t('ui.error.title')) : null}
          onSubmit={(fields) => send(fields, asked.what === 'copy' ? asked.plan.id : null)}
          onClose={close}
        />
      )}
      <ConfirmDialog
        open={asked?.what === 'delete'}
        title={t('planning.plan.deleteTitle', { name: asked?.what === 'delete' ? asked.plan.name : '' })}
        text={t(isPublished ? 'planning.plan.deletePublished' : 'planning.plan.deleteText')}
        confirmLabel={t('planning.plan.delete')}
        isDestructive
        isBlocked={isPublished}
        onConfirm={() => (asked?.what === 'delete' ? confirmDelete(asked.plan) : undefined)}
        onClose={close}
      />
    </>
  )
  return {
    createUsual: () => create.mutate({ body: { fleetId, date: day, name: usualName } }, { onError: fail }),
    isCreating: create.isPending,
    openCreate: () => {
      create.reset()
      setAsked({ what: 'create' })
    },
    openCopy: (plan: PlanSummary) => {
      create.reset()
      setAsked({ what: 'copy', plan })
    },
    openDelete: (plan: PlanSummary) => setAsked({ what: 'delete', plan }),
    dialogs,
  }
}
export type PlanActions = ReturnType<typeof usePlanActions>
