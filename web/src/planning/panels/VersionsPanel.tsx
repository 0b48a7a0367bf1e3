import CompareArrowsRounded from '@mui/icons-material/CompareArrowsRounded'
import DeleteOutlineRounded from '@mui/icons-material/DeleteOutlineRounded'
import RestoreRounded from '@mui/icons-material/RestoreRounded'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import TextField from '@mui/material/TextField'
import {
  deletePlanVersion,
  keepPlanVersion,
  listPlanVersions,
  type PlanVersion,
  restorePlanVersion,
} from '@rumbo/contract/planning.contract'
import { formatDate, formatNumber } from '@rumbo/i18n/formats'
import { useState } from 'react'
import { useErrorMessage } from '../../app/client-context.tsx'
import { useData, useEndpoint } from '../../app/data/use-data.ts'
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx'
import { useText } from '../../ui/i18n.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { token } from '../../ui/theme/tokens.ts'
import { useToasts } from '../../ui/toasts/toasts.tsx'
import { usePlanEditor } from '../editor/plan-editor.ts'
import { kilometres } from '../editor/use-plan-words.ts'
import { usePlanWork } from '../editor/use-plan-work.ts'
import { CompareDialog } from './CompareDialog.tsx'
import { Panel } from './Panel.tsx'
import { useComparison } from './use-comparison.ts'

/** Kept versions of the plan: keep one under a name, compare, restore and delete them. */
export function VersionsPanel({ onClose }: { onClose: () => void }) {
  const { t, language } = useText()
  const { plan, mayEdit, withSaved, changeBy } = usePlanEditor()
  const { call, evictEndpoint } = useData()
  const message = useErrorMessage()
  const toasts = useToasts()
  const versions = useEndpoint(listPlanVersions, { params: { id: plan.id } })
  const [name, setName] = useState('')
  const { isBusy, error, doing: doingOne } = usePlanWork()
  const [asked, setAsked] = useState<{ what: 'restore' | 'delete'; version: PlanVersion } | null>(null)
  const compared = useComparison(versions.data?.items)
  const items = versions.data?.items ?? []
  const nameOf = (version: PlanVersion) => version.name ?? t(`planPanels.versions.cause.${version.cause}`)

  async function doing(work: () => Promise<unknown>): Promise<void> {
    await doingOne(work, t('planPanels.versions.failed'))
    evictEndpoint(listPlanVersions)
  }
  const keep = () =>
    doing(async () => {
      await withSaved((version) =>
        call(keepPlanVersion, { params: { id: plan.id }, body: { name: name.trim(), version } }),
      )
      toasts.show({ type: 'success', message: t('planPanels.versions.kept', { name: name.trim() }) })
      setName('')
    })
  const confirm = ({ what, version }: NonNullable<typeof asked>) =>
    doing(async () => {
      if (what === 'delete') await call(deletePlanVersion, { params: { id: version.id } })
      else {
        await changeBy(
          (planVersion) =>
            call(restorePlanVersion, { params: { id: version.id }, body: { version: planVersion } }),
          t('planPanels.versions.restored', { name: nameOf(version) }),
        )
      }
    }).then(() => setAsked(null))

  return (
    <Panel title={t('planPanels.versions.title')} onClose={onClose}>
      {mayEdit && (
        <Box
          component="form"
          noValidate
          aria-label={t('planPanels.versions.keep')}
          onSubmit={(event) => {
            event.preventDefault()
            if (name.trim() !== '') void keep()
          }}
          sx={{ display: 'flex', gap: '8px', mb: '10px' }}
        >
          <TextField
            size="small"
            fullWidth
            label={t('planPanels.versions.name')}
            value={name}
            slotProps={{ htmlInput: { maxLength: 80 } }}
            onChange={(event) => setName(event.target.value)}
          />
          <Button type="submit" variant="outlined" loading={isBusy} disabled={name.trim() === ''}>
            {t('ui.save')}
          </Button>
        </Box>
      )}
      <Box role="alert" sx={{ '&:empty': { display: 'none' } }}>
        {error && (
          <Alert severity="error" role="presentation">
            {error}
          </Alert>
        )}
      </Box>
      <Button size="small" startIcon={<CompareArrowsRounded />} onClick={() => compared.open()}>
        {t('planPanels.versions.compare')}
      </Button>
      {versions.isError && (
        <ErrorState
          title={message(versions.error, t('planPanels.versions.failed'))}
          onRetry={() => void versions.refetch()}
        />
      )}
      {versions.data && items.length === 0 && <EmptyState title={t('planPanels.versions.none')} />}
      <Box component="ul" aria-label={t('planPanels.versions.title')} sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {items.map((version) => (
          <Box
            component="li"
            key={version.id}
            sx={{ display: 'flex', gap: '4px', py: '8px', borderTop: `1px solid ${token('line')}` }}
          >
            <Box sx={{ flex: 1, minWidth: 0 }}>
              <Box sx={{ typography: 'subtitle2', overflowWrap: 'anywhere' }}>{nameOf(version)}</Box>
              <Box sx={{ typography: 'caption', color: token('textSoft') }}>
                {[
                  formatDate(language, version.at),
                  version.by,
                  ...(version.figures
                    ? [
                        t('planPanels.versions.vehicles', { count: version.figures.vehicles }),
                        kilometres(language, version.figures.metres),
                        t('planPanels.versions.unplanned', {
                          number: formatNumber(language, version.figures.unplanned),
                        }),
                      ]
                    : []),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </Box>
            </Box>
            <IconButton
              size="small"
              aria-label={t('planPanels.versions.compareOne', { name: nameOf(version) })}
              onClick={() => compared.open(version.id)}
            >
              <CompareArrowsRounded fontSize="small" />
            </IconButton>
            {mayEdit && (
              <IconButton
                size="small"
                aria-label={t('planPanels.versions.restore', { name: nameOf(version) })}
                onClick={() => setAsked({ what: 'restore', version })}
              >
                <RestoreRounded fontSize="small" />
              </IconButton>
            )}
            {mayEdit && version.cause === 'named' && (
              <IconButton
                size="small"
                aria-label={t('planPanels.versions.delete', { name: nameOf(version) })}
                onClick={() => setAsked({ what: 'delete', version })}
              >
                <DeleteOutlineRounded fontSize="small" />
              </IconButton>
            )}
          </Box>
        ))}
      </Box>
      {asked && (
        <ConfirmDialog
          open
          title={t(`planPanels.versions.${asked.what}Title`, { name: nameOf(asked.version) })}
          text={t(`planPanels.versions.${asked.what}Text`)}
          confirmLabel={t(`planPanels.versions.${asked.what}Confirm`)}
          isDestructive={asked.what === 'delete'}
          onConfirm={() => confirm(asked)}
          onClose={() => setAsked(null)}
        />
      )}
      {compared.chosen && (
        <CompareDialog
          versions={items}
          plans={compared.others}
          chosen={compared.chosen}
          onChoose={compared.choose}
          onClose={compared.close}
        />
      )}
    </Panel>
  )
}
