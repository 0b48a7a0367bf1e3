import AddRounded from '@mui/icons-material/AddRounded'
import ContentCopyRounded from '@mui/icons-material/ContentCopyRounded'
import DeleteOutlineRounded from '@mui/icons-material/DeleteOutlineRounded'
import EditOutlined from '@mui/icons-material/EditOutlined'
import EventRepeatRounded from '@mui/icons-material/EventRepeatRounded'
import ExpandMoreRounded from '@mui/icons-material/ExpandMoreRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import type { PlanSummary } from '@rumbo/contract/planning.contract'
import { useState } from 'react'
import { ChoiceMenu, type ChoiceMenuItem } from '../../ui/fields/ChoiceMenu.tsx'
import { useText } from '../../ui/i18n.tsx'
import type { PlanActions } from './use-plan-actions.tsx'

/** `06:00–14:00`, or the whole day. */
function useHoursText(): (plan: Pick<PlanSummary, 'startTime' | 'endTime'>) => string {
  const { t } = useText()
  return ({ startTime, endTime }) =>
    startTime === null || endTime === null
      ? t('planning.plan.wholeDay')
      : t('planning.plan.hours', { from: startTime, until: endTime })
}

interface PlanPickerProps {
  plans: readonly PlanSummary[]
  /** The open one, as it is named now. */
  plan: PlanSummary
  actions: PlanActions
  /** Why plans may not be created or changed in words; null where they may. */
  lockedReason: string | null
  /** Why the open one could not be saved in words: another one would be opened without its changes. */
  saveError: string | null
  onOpen: (planId: string) => void
  onRename: () => void
}

/** The plans of the day, one of them open, and what can be done with it. */
export function PlanPicker(props: PlanPickerProps) {
  const { plans, plan, actions, lockedReason, saveError, onOpen, onRename } = props
  const { t } = useText()
  const hours = useHoursText()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const locked = lockedReason ?? undefined
  const unsaved = locked ?? saveError ?? undefined
  const items: ChoiceMenuItem[] = [
    ...plans.map((one) => ({
      label: `${one.id === plan.id ? plan.name : one.name} · ${hours(one)} · ${t(`planning.status.${one.status}`)}`,
      icon:
        one.scheduleId === null ? undefined : (
          <EventRepeatRounded fontSize="small" titleAccess={t('planning.plan.recurring')} />
        ),
      isChecked: one.id === plan.id,
      onChoose: () => onOpen(one.id),
    })),
    {
      label: t('planning.plan.new'),
      icon: <AddRounded fontSize="small" />,
      isApart: true,
      lockedReason: unsaved,
      onChoose: actions.openCreate,
    },
    {
      label: t('planning.plan.duplicate'),
      icon: <ContentCopyRounded fontSize="small" />,
      lockedReason: unsaved,
      onChoose: () => actions.openCopy(plan),
    },
    {
      label: t('planning.plan.rename'),
      icon: <EditOutlined fontSize="small" />,
      lockedReason: locked,
      onChoose: onRename,
    },
    {
      label: t('planning.plan.delete'),
      icon: <DeleteOutlineRounded fontSize="small" />,
      isDestructive: true,
      isApart: true,
      lockedReason: locked,
      onChoose: () => actions.openDelete(plan),
    },
  ]
  return (
    <>
      <Button
        variant="outlined"
        endIcon={<ExpandMoreRounded />}
        aria-haspopup="menu"
        aria-label={`${t('planning.plan.choose')}: ${plan.name} · ${hours(plan)}`}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{ minWidth: 0, maxWidth: 320 }}
      >
        {plan.scheduleId !== null && (
          <EventRepeatRounded
            titleAccess={t('planning.plan.recurring')}
            sx={{ fontSize: 17, mr: '6px', flex: 'none' }}
          />
        )}
        <Box component="span" sx={{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>
          {plan.name}
          <Box component="span" sx={{ fontWeight: 400, opacity: 0.75 }}>
            {' · '}
            {hours(plan)}
          </Box>
        </Box>
      </Button>
      <ChoiceMenu
        anchor={anchor}
        onClose={() => setAnchor(null)}
        items={items}
        label={t('planning.plan.scenarios', { count: plans.length })}
      />
    </>
  )
}
