import PlaceOutlined from '@mui/icons-material/PlaceOutlined'
import UploadFileOutlined from '@mui/icons-material/UploadFileOutlined'
import Button from '@mui/material/Button'
import { listImportReviews } from '@rumbo/contract/services.imports.contract'
import { useState } from 'react'
import { useFleetSelection, useWorkspace } from '../../app/client-context.tsx'
import { useEndpoint } from '../../app/data/use-data.ts'
import { useText } from '../../ui/i18n.tsx'
import { ImportReviewDialog } from './ImportReviewDialog.tsx'
import { ServiceImportDialog } from './ServiceImportDialog.tsx'

/** Imports services, and shows how many imported rows wait for a decision about their addresses. */
export function ServiceImportActions() {
  const { t } = useText()
  const { company, fleet } = useWorkspace()
  const fleets = useFleetSelection()
  const [open, setOpen] = useState<'import' | 'review' | null>(null)
  const reviews = useEndpoint(listImportReviews, { query: fleets?.query ?? {} }, { enabled: fleets !== null })
  const count = reviews.data?.total ?? 0
  if (company === null || fleets === null) return null
  return (
    <>
      {count > 0 && (
        <Button variant="outlined" startIcon={<PlaceOutlined />} onClick={() => setOpen('review')}>
          {t('imports.action.review', { count })}
        </Button>
      )}
      <Button variant="outlined" startIcon={<UploadFileOutlined />} onClick={() => setOpen('import')}>
        {t('imports.action.import')}
      </Button>
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
}
