import AddRounded from '@mui/icons-material/AddRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { mostTimedPlaces, type PlanSummary } from '@rumbo/contract/planning.contract'
import { type ReactNode, useState } from 'react'
import { useText } from '../ui/i18n.tsx'
import { LockedReason } from '../ui/LockedReason.tsx'
import { usePlanEditor } from './editor/plan-editor.ts'
import { usePlanWords } from './editor/use-plan-words.ts'
import { PlanDialog } from './picker/PlanDialog.tsx'
import { Planners } from './picker/Planners.tsx'
import { PlanPicker } from './picker/PlanPicker.tsx'
import { PlanStatus } from './picker/PlanStatus.tsx'
import { UndoButtons } from './picker/UndoButtons.tsx'
import type { PlanActions } from './picker/use-plan-actions.tsx'
import { usePlanPresence } from './picker/use-plan-presence.ts'

interface PlanBarProps {
  plans: readonly PlanSummary[]
  actions: PlanActions
  onOpen: (planId: string) => void
  /** Run, publish and what else acts on the open plan. */
  children?: ReactNode
}

/** The part of the bar that belongs to the open plan: which one it is, how it stands, who else is there. */
export function PlanBar({ plans, actions, onOpen, children }: PlanBarProps) {
  const { t } = useText()
  const editor = usePlanEditor()
  const words = usePlanWords()
  const { plan, document, selection, mayEdit, lockedReason, workspace, isEstimate } = editor
  const [isRenaming, setRenaming] = useState(false)
  const [serviceId = null] = selection.serviceIds
  const others = usePlanPresence(plan.id, { vehicleId: selection.vehicleId, serviceId })
  const { name, startTime, endTime } = document
  return (
    <>
      <PlanPicker
        plans={plans}
        plan={{ ...plan, name, startTime, endTime }}
        actions={actions}
        lockedReason={lockedReason}
        saveError={editor.saveError}
        onOpen={onOpen}
        onRename={() => setRenaming(true)}
      />
      <PlanStatus
        plan={plan}
        saveState={editor.saveState}
        saveError={editor.saveError}
        onRetry={editor.retrySave}
      />
      {isEstimate && (
        <Box
          component="span"
          title={t(
            workspace.places.length > mostTimedPlaces
              ? 'planning.estimate.hintMany'
              : 'planning.estimate.hint',
          )}
          sx={{ typography: 'caption', opacity: 0.8 }}
        >
          ≈ {t('planning.estimate')}
        </Box>
      )}
      <Planners others={others} vehicleNumber={words.names.vehicle} />
      <Box
        sx={{
          display: 'flex',
          // On a phone the buttons are one row that scrolls, so that the plan itself is in sight.
          flexWrap: { xs: 'nowrap', sm: 'wrap' },
          overflowX: { xs: 'auto', sm: 'visible' },
          maxWidth: '100%',
          alignItems: 'center',
          gap: '8px',
          ml: 'auto',
          whiteSpace: 'nowrap',
          '& > *': { flex: 'none' },
        }}
      >
        {mayEdit ? (
          <UndoButtons {...editor} />
        ) : (
          <LockedReason label={t('planning.locked.edit')} reason={lockedReason ?? ''} size="small" />
        )}
        {children}
      </Box>
      {isRenaming && (
        <PlanDialog
          title={t('planning.plan.renameTitle')}
          submitLabel={t('ui.save')}
          first={{ name, startTime, endTime }}
          isBusy={false}
          error={null}
          onSubmit={(fields) => {
            editor.change((before) => ({ ...before, ...fields }), t('planning.plan.rename'))
            setRenaming(false)
          }}
          onClose={() => setRenaming(false)}
        />
      )}
    </>
  )
}

interface NoPlanProps {
  mayEdit: boolean
  isBusy: boolean
  onCreate: () => void
}

/** A day without a plan: one button makes it. */
export function NoPlanButton({ mayEdit, isBusy, onCreate }: NoPlanProps) {
  const { t } = useText()
  return mayEdit ? (
    <Button
      variant="contained"
      startIcon={<AddRounded />}
      loading={isBusy}
      loadingPosition="start"
      onClick={onCreate}
    >
      {t('planning.none.create')}
    </Button>
  ) : (
    <LockedReason label={t('planning.none.create')} reason={t('planning.none.viewer')} />
  )
}
