#!/bin/sh
set -eu
kubectl apply -k apps/base/frontend
