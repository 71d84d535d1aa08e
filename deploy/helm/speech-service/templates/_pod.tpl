{{/* The pod of a process, from .root, .name, .values and .process. */}}
{{- define "speech-service.pod" -}}
{{- $root := .root }}
{{- $copied := and .process.models $root.Values.models.image }}
{{- $claimed := and .process.models $root.Values.models.existingClaim }}
metadata:
  labels:
    {{- with $root.Values.podLabels }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
    {{- include "speech-service.labels" $root | nindent 4 }}
    app.kubernetes.io/component: {{ .name }}
  {{- with .values.podAnnotations }}
  annotations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
spec:
  {{- if eq .name "migrate" }}
  restartPolicy: Never
  {{- else }}
  serviceAccountName: {{ include "speech-service.serviceAccount" $root }}
  terminationGracePeriodSeconds: {{ include "speech-service.gracePeriod" . }}
  {{- end }}
  automountServiceAccountToken: false
  enableServiceLinks: false
  # The first process of the pod collects what engines leave behind, as `init` does under compose.
  shareProcessNamespace: true
  securityContext:
    runAsNonRoot: true
    runAsUser: 1000
    runAsGroup: 1000
    fsGroup: 1000
    seccompProfile: { type: RuntimeDefault }
  {{- with $root.Values.image.pullSecrets }}
  imagePullSecrets:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- if $copied }}
  initContainers:
    - name: models
      image: {{ $root.Values.models.image | quote }}
      imagePullPolicy: {{ $root.Values.image.pullPolicy }}
      command: [cp, --recursive, /models/., {{ .process.fixed.MODELS_DIR }}]
      securityContext:
        {{- include "speech-service.confined" . | nindent 8 }}
      resources:
        limits: { memory: 256Mi }
        requests: { cpu: 100m, memory: 64Mi }
      volumeMounts:
        - { name: models, mountPath: {{ .process.fixed.MODELS_DIR }} }
  {{- end }}
  containers:
    - name: {{ .name }}
      image: {{ include "speech-service.image" $root | quote }}
      imagePullPolicy: {{ $root.Values.image.pullPolicy }}
      command: {{ toJson .process.command }}
      env:
        {{- include "speech-service.env" . | nindent 8 }}
      {{- include "speech-service.ports" . | nindent 6 }}
      {{- include "speech-service.probes" . | nindent 6 }}
      securityContext:
        {{- include "speech-service.confined" . | nindent 8 }}
      {{- with .values.resources }}
      resources:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      volumeMounts:
        - { name: tmp, mountPath: /tmp }
        {{- with .process.fixed.DATA_DIR }}
        - { name: data, mountPath: {{ . }} }
        {{- end }}
        {{- if or $copied $claimed }}
        - { name: models, mountPath: {{ .process.fixed.MODELS_DIR }}, readOnly: true }
        {{- end }}
        {{- with $root.Values.extraVolumeMounts }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
  volumes:
    - name: tmp
      emptyDir: { medium: Memory, sizeLimit: 64Mi }
    {{- if .process.fixed.DATA_DIR }}
    - name: data
      emptyDir: { sizeLimit: {{ .values.dataSize }} }
    {{- end }}
    {{- if $copied }}
    - name: models
      emptyDir: { sizeLimit: {{ $root.Values.models.size }} }
    {{- else if $claimed }}
    - name: models
      persistentVolumeClaim: { claimName: {{ $root.Values.models.existingClaim }}, readOnly: true }
    {{- end }}
    {{- with $root.Values.extraVolumes }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
  topologySpreadConstraints:
    - maxSkew: 1
      topologyKey: kubernetes.io/hostname
      whenUnsatisfiable: ScheduleAnyway
      labelSelector:
        matchLabels:
          {{- include "speech-service.selector" $root | nindent 10 }}
          app.kubernetes.io/component: {{ .name }}
  {{- with .values.nodeSelector }}
  nodeSelector:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with .values.affinity }}
  affinity:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with .values.tolerations }}
  tolerations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
{{- end }}

{{- define "speech-service.confined" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end }}

{{- define "speech-service.env" -}}
{{- $root := .root }}
{{- range $name, $value := .process.fixed }}
- name: {{ $name }}
  value: {{ $value | quote }}
{{- end }}
{{- if eq .name "wyoming" }}
- name: WYOMING_API_URL
  value: http://{{ include "speech-service.fullname" $root }}:{{ $root.Values.service.port }}
{{- end }}
{{- range $name, $value := include "speech-service.given" . | fromJson }}
- name: {{ $name }}
  value: {{ $value | quote }}
{{- end }}
{{- $byRole := eq "role" (default "keys" $root.Values.settings.S3_CREDENTIALS) }}
{{- range $name, $needed := .process.secrets }}
{{- if not (and $byRole (hasPrefix "S3_" $name)) }}
- name: {{ $name }}
  valueFrom:
    secretKeyRef:
      name: {{ $root.Values.existingSecret }}
      key: {{ $name }}
      {{- if not $needed }}
      optional: true
      {{- end }}
{{- end }}
{{- end }}
{{- with $root.Values.extraEnv }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{- define "speech-service.ports" -}}
{{- $fixed := .process.fixed }}
{{- if $fixed.METRICS_PORT -}}
ports:
  - { name: metrics, containerPort: {{ $fixed.METRICS_PORT }} }
  {{- with $fixed.PORT }}
  - { name: http, containerPort: {{ . }} }
  {{- end }}
  {{- with $fixed.LIVE_PORT }}
  - { name: live, containerPort: {{ . }} }
  {{- end }}
  {{- with $fixed.WYOMING_PORT }}
  - { name: wyoming, containerPort: {{ . }} }
  {{- end }}
{{- end }}
{{- end }}

{{/* A worker that has stopped to take work says so by /healthz; the API is not ready while it drains, or lacks a backing service. */}}
{{- define "speech-service.probes" -}}
{{- if .process.fixed.METRICS_PORT -}}
{{- $port := ternary "http" "metrics" (hasKey .process.fixed "PORT") -}}
startupProbe:
  httpGet: { path: /healthz, port: {{ $port }} }
  periodSeconds: 2
  timeoutSeconds: 5
  failureThreshold: 150
livenessProbe:
  httpGet: { path: /healthz, port: {{ $port }} }
  periodSeconds: 10
  timeoutSeconds: 5
readinessProbe:
  httpGet: { path: {{ ternary "/readyz" "/healthz" (eq $port "http") }}, port: {{ $port }} }
  periodSeconds: 5
  timeoutSeconds: 5
  failureThreshold: 2
{{- end }}
{{- end }}
