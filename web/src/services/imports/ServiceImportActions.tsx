import PlaceOutlined from '@mui/icons-material/PlaceOutlined'
import UploadFileOutlined from '@mui/icons-material/UploadFileOutlined'
import Button from '@mui/material/Button'
import { listImportReviews } from '@rumbo/contract/services.imports.contract'
import { type ReactNode, useState } from 'react'
import { useCan, useFleetSelection, useWorkspace } from '../../app/client-context.tsx'
import { useEndpoint } from '../../app/data/use-data.ts'
import type { AddressStep } from '../../app/navigation/address.tsx'
import { useText } from '../../ui/i18n.tsx'
import { ImportReviewDialog } from './ImportReviewDialog.tsx'
import { ServiceImportDialog } from './ServiceImportDialog.tsx'

const openedOf = ['import', 'review'] as const
type Opened = (typeof openedOf)[number]
type Step = Pick<AddressStep, 'value' | 'open' | 'close'>

/**
 * Imports services, and shows how many imported rows wait for a decision about their addresses: buttons for those who may, and
 * the dialogs they open, which a place that is always drawn has to keep.
 * @param step where the address keeps which of them is open. Default: they are not in the address
 */
export function useServiceImports(step?: Step): { actions: ReactNode; dialogs: ReactNode } {
  const { t } = useText()
  const { company, fleet } = useWorkspace()
  const fleets = useFleetSelection()
  const mayImport = useCan()('services.dispatch')
  const [asked, setAsked] = useState<Opened | null>(null)
  const open = step ? (openedOf.find((one) => one === step.value) ?? null) : asked
  const setOpen = (next: Opened | null) => {
    if (!step) setAsked(next)
    else if (next === null) step.close()
    else step.open(next)
  }
  const reviews = useEndpoint(
    listImportReviews,
    { query: fleets?.query ?? {} },
    { enabled: fleets !== null && mayImport },
  )
  const count = reviews.data?.total ?? 0
  if (company === null || fleets === null || !mayImport) return { actions: null, dialogs: null }
  const actions = (
    <>
      {count > 0 && (
        <Button variant="outlined" startIcon={<PlaceOutlined />} onClick={() => setOpen('review')}>
          {t('imports.action.review', { count })}
        </Button>
      )}
      <Button variant="outlined" startIcon={<UploadFileOutlined />} onClick={() => setOpen('import')}>
        {t('imports.action.import')}
      </Button>
    </>
  )
  const dialogs = (
    <>
      {open === 'import' && (
        <ServiceImportDialog
          company={company}
          fleet={fleet}
          onReview={() => setOpen('review')}
          onClose={() => setOpen(null)}
        />
      )}
      {open === 'review' && (
        <ImportReviewDialog place={fleets.query} timeZone={company.timeZone} onClose={() => setOpen(null)} />
      )}
    </>
  )
  return { actions, dialogs }
}

/** The buttons of imports with their dialogs beside them. */
export function ServiceImportActions() {
  const { actions, dialogs } = useServiceImports()
  return (
    <>
      {actions}
      {dialogs}
    </>
  )
}
