import { isSuperAdmin } from '@rumbo/contract/access'
import { type Company, createCompany, updateCompany } from '@rumbo/contract/organisation.contract'
import { useEffect, useRef, useState } from 'react'
import { useErrorMessage, useSession, useWorkspace } from '../app/client-context.tsx'
import { ProblemError } from '../app/data/problems.ts'
import { SavedMeanwhile } from '../app/data/SavedMeanwhile.tsx'
import { useChange } from '../app/data/use-data.ts'
import { focusFirstWrong, RecordDialog } from '../ui/dialogs/RecordDialog.tsx'
import { useText } from '../ui/i18n.tsx'
import { useToasts } from '../ui/toasts/toasts.tsx'
import { CompanyForm, planField, timeZones } from './CompanyForm.tsx'
import {
  type CompanyDraft,
  type CompanyErrors,
  checkCompany,
  companyBodyOf,
  companyDraftOf,
  emptyCompany,
} from './company-draft.rules.ts'
import { refusedFields } from './refused-fields.rules.ts'

interface CompanyDialogProps {
  /** The company to change. Default: a new one. */
  company?: Company
  /** Starts in the field of the company's plan. */
  isPlanAsked?: boolean
  onClose: () => void
}

/** Adds or changes a company. Mount it to open it. */
export function CompanyDialog({ company, isPlanAsked = false, onClose }: CompanyDialogProps) {
  const { t } = useText()
  const toasts = useToasts()
  const message = useErrorMessage()
  const { user } = useSession()
  const { reload } = useWorkspace()
  const form = useRef<HTMLFormElement>(null)
  const [draft, setDraft] = useState<CompanyDraft>(() => (company ? companyDraftOf(company) : emptyCompany))
  const [base, setBase] = useState(draft)
  const [version, setVersion] = useState(company?.version ?? 0)
  const [wasSent, setSent] = useState(false)
  const [refused, setRefused] = useState<CompanyErrors>({})
  const [conflict, setConflict] = useState<ProblemError | null>(null)
  const create = useChange(createCompany)
  const update = useChange(updateCompany)
  const isBusy = create.isPending || update.isPending
  const isSuper = user !== null && isSuperAdmin(user.access_scopes)
  const zones = company ? [...timeZones, company.timeZone] : timeZones
  const errors: CompanyErrors = wasSent ? { ...refused, ...checkCompany(draft, zones) } : refused
  const failure = conflict === null ? (create.error ?? update.error) : null
  const isStale = failure instanceof ProblemError && failure.code === 'stale_version'

  useEffect(() => {
    if (!isPlanAsked) return
    const frame = requestAnimationFrame(() =>
      form.current?.querySelector<HTMLElement>(`#${planField}`)?.focus(),
    )
    return () => cancelAnimationFrame(frame)
  }, [isPlanAsked])

  const showFirst = (found: CompanyErrors) => {
    if (Object.keys(found).length > 0) focusFirstWrong(form.current)
  }
  const save = async (ofVersion: number) => {
    try {
      const body = companyBodyOf(draft, isSuper)
      const saved = company
        ? await update.mutateAsync({ params: { id: company.id }, body: { ...body, version: ofVersion } })
        : await create.mutateAsync({ body })
      const done = company ? 'companies.updated' : 'companies.added'
      toasts.show({ type: 'success', message: t(done, { name: saved.name }) })
      void reload()
      onClose()
    } catch (error) {
      if (!(error instanceof ProblemError)) return
      if (error.code === 'stale_version') setConflict(error)
      else {
        const found: CompanyErrors = refusedFields(error)
        setRefused(found)
        showFirst(found)
      }
    }
  }
  const submit = () => {
    setSent(true)
    const found = checkCompany(draft, zones)
    if (Object.keys(found).length > 0) showFirst(found)
    else void save(version)
  }
  const wordOf = (name: keyof CompanyDraft, of: CompanyDraft): string => {
    if (name === 'type') return t(`companies.company.type.${of.type}`)
    if (name === 'status') return t(`companies.company.status.${of.status}`)
    if (name === 'tier') return t(`organisation.tier.${of.tier}`)
    if (name === 'roadSpeedLimits') return t(of.roadSpeedLimits ? 'companies.yes' : 'companies.no')
    if (name === 'verified') return t(of.verified ? 'companies.yes' : 'companies.no')
    return of[name]
  }
  const theirs = conflict?.problem?.current as Company | undefined
  const title = company ? t('companies.editTitle', { name: company.name }) : t('companies.add')

  return (
    <>
      <RecordDialog
        title={title}
        isBusy={isBusy}
        isChanged={JSON.stringify(draft) !== JSON.stringify(base)}
        error={
          failure && !isStale && refused.name !== 'problems.name_taken'
            ? message(
                failure,
                t(company ? 'organisation.error.updateCompany' : 'organisation.error.createCompany'),
              )
            : null
        }
        submitLabel={t(company ? 'ui.save' : 'companies.add')}
        onSubmit={submit}
        onClose={onClose}
        form={form}
        content={{ sx: { '&&': { pt: '6px' } } }}
      >
        <CompanyForm
          draft={draft}
          errors={errors}
          isSuper={isSuper}
          onChange={(some) => {
            setDraft((before) => ({ ...before, ...some }))
            setRefused({})
          }}
        />
      </RecordDialog>
      {conflict !== null && theirs !== undefined && (
        <SavedMeanwhile
          conflict={conflict}
          differences={(Object.keys(draft) as (keyof CompanyDraft)[])
            .filter((name) => draft[name] !== companyDraftOf(theirs)[name])
            .map((name) => ({
              label: t(name === 'historyDays' ? 'companies.historyDays' : `companies.field.${name}`),
              mine: wordOf(name, draft),
              theirs: wordOf(name, companyDraftOf(theirs)),
            }))}
          onClose={() => setConflict(null)}
          onUseTheirs={() => {
            setDraft(companyDraftOf(theirs))
            setBase(companyDraftOf(theirs))
            setVersion(theirs.version)
            setConflict(null)
            update.reset()
          }}
          onKeepMine={() => {
            setVersion(theirs.version)
            setConflict(null)
            void save(theirs.version)
          }}
        />
      )}
    </>
  )
}
