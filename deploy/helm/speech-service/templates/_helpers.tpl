{{- define "speech-service.name" -}}
{{- default .Chart.Name .Values.nameOverride | trunc 40 | trimSuffix "-" }}
{{- end }}

{{- define "speech-service.fullname" -}}
{{- $name := include "speech-service.name" . }}
{{- if .Values.fullnameOverride }}
{{- .Values.fullnameOverride | trunc 40 | trimSuffix "-" }}
{{- else if contains $name .Release.Name }}
{{- .Release.Name | trunc 40 | trimSuffix "-" }}
{{- else }}
{{- printf "%s-%s" .Release.Name $name | trunc 40 | trimSuffix "-" }}
{{- end }}
{{- end }}

{{- define "speech-service.serviceAccount" -}}
{{- if .Values.serviceAccount.create }}
{{- default (include "speech-service.fullname" .) .Values.serviceAccount.name }}
{{- else }}
{{- default "default" .Values.serviceAccount.name }}
{{- end }}
{{- end }}

{{- define "speech-service.image" -}}
{{- with .Values.image }}
{{- .repository }}{{ if .digest }}@{{ .digest }}{{ else }}:{{ default $.Chart.AppVersion .tag }}{{ end }}
{{- end }}
{{- end }}

{{/* The labels that never change, of all pods. */}}
{{- define "speech-service.selector" -}}
app.kubernetes.io/name: {{ include "speech-service.name" . }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "speech-service.labels" -}}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" }}
{{ include "speech-service.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end }}

{{/* The facts of every process, from files/processes.json. */}}
{{- define "speech-service.processes" -}}
{{ .Files.Get "files/processes.json" }}
{{- end }}

{{/* The text of a setting. Helm reads whole numbers of a file as floating-point ones. */}}
{{- define "speech-service.text" -}}
{{- if and (kindIs "float64" .) (eq . (floor .)) }}{{ int64 . }}{{ else }}{{ . }}{{ end }}
{{- end }}

{{/* The settings that are given to a process, from .root, .values and .process, as JSON. */}}
{{- define "speech-service.given" -}}
{{- $given := merge (deepCopy .values.settings) .root.Values.settings }}
{{- $own := dict }}
{{- range .process.settings }}
{{- if hasKey $given . }}
{{- $_ := set $own . (include "speech-service.text" (index $given .)) }}
{{- end }}
{{- end }}
{{- toJson $own }}
{{- end }}

{{/* Longer than a process takes to end by itself: see SHUTDOWN_TIMEOUT_SECONDS and DRAIN_SECONDS. */}}
{{- define "speech-service.gracePeriod" -}}
{{- $given := include "speech-service.given" . | fromJson }}
{{- add (int (default 0 $given.DRAIN_SECONDS)) (int (default 25 $given.SHUTDOWN_TIMEOUT_SECONDS)) 10 }}
{{- end }}

{{/* Fails with all that the values lack. */}}
{{- define "speech-service.check" -}}
{{- $missing := list }}
{{- if not .Values.image.repository }}
{{- $missing = append $missing "image.repository: the image that `docker build` made, in a registry that the cluster reaches." }}
{{- end }}
{{- if not .Values.existingSecret }}
{{- $missing = append $missing "existingSecret: the name of the Secret with DATABASE_URL, S3_ACCESS_KEY and S3_SECRET_KEY." }}
{{- end }}
{{- if not .Values.settings.PUBLIC_URL }}
{{- $missing = append $missing "settings.PUBLIC_URL: the address by which callers reach the service." }}
{{- end }}
{{- if not .Values.settings.S3_ENDPOINT }}
{{- $missing = append $missing "settings.S3_ENDPOINT: the address of the S3 server, since pods share no disk." }}
{{- end }}
{{- if and .Values.ingress.enabled (not .Values.ingress.hosts) }}
{{- $missing = append $missing "ingress.hosts: the names of the service." }}
{{- end }}
{{- if and .Values.models.image .Values.models.existingClaim }}
{{- $missing = append $missing "models: either image or existingClaim." }}
{{- end }}
{{- range $name, $process := .Values.processes }}
{{- with $process.autoscaling }}
{{- if and .enabled (gt (int .minReplicas) (int .maxReplicas)) }}
{{- $missing = append $missing (printf "processes.%s.autoscaling: minReplicas is above maxReplicas." $name) }}
{{- end }}
{{- end }}
{{- end }}
{{- if $missing }}
{{- fail (printf "\n\nThe values need:\n  - %s\nSee docs/kubernetes.md.\n" (join "\n  - " $missing)) }}
{{- end }}
{{- end }}
