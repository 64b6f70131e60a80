-- AlterTable
ALTER TABLE "User" ADD COLUMN "jobTitle" TEXT;
